import { z } from 'zod';
import { SANDBOX_SCENARIOS } from '../../domain/sandbox.ts';
import { payerScenario, sandboxPayment } from '../requests/sandbox.ts';
import { inPath, operation } from './operation.ts';
import { flag, integer, list, ref, reply, text, time } from './schema.ts';

const deployment = reply({
  mode: text({ enum: ['test', 'live'], description: 'test: no money moves.' }),
  sandbox: flag('Deposits can be paid with POST /api/sandbox/pay.'),
  sandboxScenarios: list(text({ enum: SANDBOX_SCENARIOS })),
  sandboxUrl: text({ format: 'uri', description: 'Page of the sandbox bank.' }).nullable(),
  currency: text({ enum: ['BRL'] }),
  fee: ref('FeePlan').nullable(),
  limits: ref('ValueLimits').nullable(),
  expiresIn: ref('ExpiryLimits'),
  twoFactorRequired: flag('Every account must use two-factor authentication.'),
  apiVersion: text({ description: 'Of the contract, as in the header `API-Version`.' }),
  docsUrl: text({ format: 'uri' }),
});
const expiryLimits = reply({
  default: integer({ description: 'Seconds, for a deposit without `expiresIn`.' }).nullable(),
  min: integer({ description: 'Seconds.' }),
  max: integer({ description: 'Seconds.' }),
});
const payment = reply({
  status: text({
    enum: ['PAID', 'SCHEDULED', 'REFUSED'],
    description: 'At the sandbox bank; the deposit follows as with a real one.',
  }),
  scheduledFor: time('When a scheduled payment will be made.').nullable(),
  endToEndIds: list(text()),
});
export const DEPLOYMENT_SCHEMAS = {
  Deployment: deployment,
  ExpiryLimits: expiryLimits,
  SandboxPayment: payment,
};
const REFUSALS = {
  404: ['charge_not_found', 'not_found'],
  409: ['charge_not_pending'],
  422: ['value_out_of_range'],
  503: ['provider_unavailable'],
};

const HINTS = z
  .unknown()
  .describe(
    'Events `ready`, `charge`, `balance`, `delivery` and `heartbeat`, each with `{}` as its data.',
  );

export const DEPLOYMENT_PATHS = {
  '/api/live': {
    get: operation({
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
    }),
  },
  '/api/deployment': {
    get: operation({
      id: 'getDeployment',
      tag: 'Deployment',
      summary: 'Get mode, limits and fee plan of this installation',
      description:
        'Public. With an API key or a session, `fee` and `limits` are those of the account. They are null while ' +
        'they cannot be read.',
      access: 'public',
      reply: { deployment: ref('Deployment') },
      refusals: { 401: ['invalid_api_key'], 403: ['ip_not_allowed', 'account_frozen'] },
    }),
  },
  '/api/sandbox/pay': {
    post: operation({
      id: 'payInSandbox',
      tag: 'Deployment',
      summary: 'Pay a deposit as a payer of the sandbox bank; not found in live mode',
      description:
        '`pay` pays at once, `slow` after ten seconds, `late` two minutes after the code expires, `twice` two times, ' +
        '`too_little` one cent less, `too_much` R$ 1,00 more; with `refuse` the payer’s bank refuses.',
      access: 'deposits:write',
      body: sandboxPayment,
      status: '202',
      reply: { payment: ref('SandboxPayment') },
      refusals: REFUSALS,
    }),
  },
  '/payment-link/{paymentLinkId}/sandbox-pay': {
    post: operation({
      id: 'payLinkInSandbox',
      tag: 'Payment page',
      summary: 'Pay as a payer of the sandbox bank; not found in live mode',
      access: 'public',
      parameters: [
        inPath('paymentLinkId', 'paymentLinkId of the deposit; no other credential is needed.'),
      ],
      body: payerScenario,
      status: '202',
      reply: { payment: ref('SandboxPayment') },
      refusals: { ...REFUSALS, 403: ['cross_site_request'] },
    }),
  },
} as const;
