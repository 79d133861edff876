import { z } from 'zod';
import { SANDBOX_SCENARIOS } from '../domain/sandbox.ts';
import { textField } from './http/fields.ts';
import { API_VERSION, contextOf, credentialOf, ipOf } from './http/request-context.ts';
import { route } from './http/route.ts';
import { flag, integer, list, ref, reply, text, time } from './openapi/schema.ts';

const LINK_LENGTH_MAX = 64;
const scenario = z.enum(SANDBOX_SCENARIOS).describe('What the payer does.');

const TERMS = {
  version: integer('Version number of the account’s terms; 0: the terms of the deployment.'),
  from: time('When this version takes effect, or took effect.').nullable(),
  fee: ref('FeePlan'),
  limits: ref('ValueLimits'),
};

/** Fee plan and limits of an account. */
export const TERMS_SCHEMAS = {
  FeePlan: reply({
    basisPoints: integer('Share of the value, in hundredths of a percent.'),
    fixed: integer('Fixed part, in cents.'),
    min: integer('Minimum fee, in cents.'),
    max: integer('Maximum fee, in cents.'),
    mode: text({
      enum: ['DEDUCT', 'ON_TOP'],
      description: 'DEDUCT: the fee is deducted from the credit. ON_TOP: it is added to the value.',
    }),
  }),
  ValueLimits: reply({
    min: integer('Minimum value of a deposit, in cents.'),
    max: integer('Maximum value of a deposit, in cents.'),
  }),
  AccountTerms: reply({ ...TERMS, next: ref('ScheduledTerms').nullable() }),
  ScheduledTerms: reply(TERMS),
};

export const DEPLOYMENT_SCHEMAS = {
  Deployment: reply({
    mode: text({ enum: ['test', 'live'], description: 'test: no money moves.' }),
    sandbox: flag('Deposits can be paid with POST /api/sandbox/pay.'),
    sandboxScenarios: list(text({ enum: SANDBOX_SCENARIOS })),
    sandboxUrl: text({ format: 'uri', description: 'Page of the sandbox bank.' }).nullable(),
    currency: text({ enum: ['BRL'] }),
    fee: ref('FeePlan').nullable(),
    limits: ref('ValueLimits').nullable(),
    expiresIn: ref('ExpiryLimits'),
    twoFactorRequired: flag('Every account must use two-factor authentication.'),
    apiVersion: text('Of the contract, as in the header `API-Version`.'),
    docsUrl: text({ format: 'uri' }),
  }),
  ExpiryLimits: reply({
    default: integer('Seconds, for a deposit without `expiresIn`.').nullable(),
    min: integer('Seconds.'),
    max: integer('Seconds.'),
  }),
  SandboxPayment: reply({
    status: text({
      enum: ['PAID', 'SCHEDULED', 'REFUSED'],
      description: 'At the sandbox bank; the deposit follows as with a real one.',
    }),
    scheduledFor: time('When a scheduled payment will be made.').nullable(),
    endToEndIds: list(text()),
  }),
};

const HINTS = z
  .unknown()
  .describe(
    'Events `ready`, `charge`, `balance`, `delivery` and `heartbeat`, each with `{}` as its data.',
  );
const PAYMENT = {
  status: 202,
  reply: { payment: ref('SandboxPayment') },
  refusals: {
    404: ['charge_not_found', 'not_found'],
    409: ['charge_not_pending'],
    422: ['value_out_of_range'],
    503: ['provider_unavailable'],
  },
};

/** The properties of this installation, and payers for the one that moves no money. */
export const DEPLOYMENT_ROUTES = [
  route({
    method: 'GET',
    path: '/api/live',
    id: 'watchAccount',
    tag: 'Deployment',
    summary: 'Hints that something changed, as server-sent events',
    description:
      'A hint says that something of its kind changed, not what: read again what you show, also after `ready`, ' +
      'which begins every connection. There is at most one hint a second of each kind, and a `heartbeat` ' +
      'every 15 seconds: reconnect after missing two. A hint may be lost: read again every now and then. At most 20 streams per account. A stream ends after ten ' +
      'minutes, and when its key or session is revoked.',
    access: 'deposits:read',
    content: { 'text/event-stream': HINTS },
    handle({ app, accountId, request, response, openStream }) {
      if (request.method === 'HEAD') return void response.type('text/event-stream').end();
      // The client may have left during the check; then nothing would free its slot.
      if (response.closed) return;
      const slot = app.openStream(ipOf(request));
      response.once('close', () => slot[Symbol.dispose]());
      const credentialId = credentialOf(response);
      // Before the headers: an account with too many streams gets an error, not a stream.
      const listener = { send: (_kind: string) => {}, end: () => {} };
      const watching = app.watchAccount(accountId, {
        credentialId,
        send: (kind) => listener.send(kind),
        end: () => listener.end(),
      });
      response.once('close', () => watching[Symbol.dispose]());
      const stream = openStream(response);
      listener.send = (kind) => stream.send(kind, {});
      listener.end = stream.end;
      stream.send('ready', {});
    },
  }),
  route({
    method: 'GET',
    path: '/api/deployment',
    id: 'getDeployment',
    tag: 'Deployment',
    summary: 'Get mode, limits and fee plan of this installation',
    description:
      'Public. With an API key or a session, `fee` and `limits` are those of the account. They are null while ' +
      'they cannot be read.',
    access: 'anyone',
    reply: { deployment: ref('Deployment') },
    refusals: { 401: ['invalid_api_key'], 403: ['ip_not_allowed', 'account_frozen'] },
    async handle({ app, response }) {
      const deployment = await app.getDeployment(contextOf(response).caller?.accountId ?? null);
      return { deployment: { ...deployment, apiVersion: API_VERSION } };
    },
  }),
  route({
    ...PAYMENT,
    method: 'POST',
    path: '/api/sandbox/pay',
    id: 'payInSandbox',
    tag: 'Deployment',
    summary: 'Pay a deposit as a payer of the sandbox bank; not found in live mode',
    description:
      '`pay` pays at once, `slow` after ten seconds, `late` two minutes after the code expires, `twice` two times, ' +
      '`too_little` one cent less, `too_much` R$ 1,00 more; with `refuse` the payer’s bank refuses.',
    access: 'deposits:write',
    body: z.strictObject({
      paymentLinkId: textField(1, LINK_LENGTH_MAX).describe('The deposit to pay.'),
      scenario,
    }),
    handle: async ({ app, accountId, body }) => ({
      payment: await app.payInSandbox({ accountId, ...body }),
    }),
  }),
  route({
    ...PAYMENT,
    method: 'POST',
    path: '/payment-link/{paymentLinkId}/sandbox-pay',
    id: 'payLinkInSandbox',
    tag: 'Payment page',
    summary: 'Pay as a payer of the sandbox bank; not found in live mode',
    access: 'public',
    body: z.strictObject({ scenario }),
    handle: async ({ app, params, body }) => ({
      payment: await app.payInSandbox({ accountId: null, ...params, ...body }),
    }),
  }),
];
