import { randomUUID } from 'node:crypto';
import { codeFor } from '../../../test/harness/authenticator.ts';
import { postJson, type RawRequest } from './http.ts';
import type { Stage } from './set-stage.ts';

/** Ids of the account, by the name that parameters have in the document. */
export function idsOf(stage: Stage): Readonly<Record<string, string>> {
  const { paid, webhookId, deliveryId, keyId, sessionId, refundId } = stage;
  return { paymentLinkId: paid, webhookId, deliveryId, keyId, sessionId, refundId };
}

type Sample = {
  readonly as?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly query?: string;
  /** The deposit in its path, where it is not the paid one. */
  readonly link?: string;
  readonly beginningOnly?: boolean;
};

/** One good request for each call that is documented, named as the document names it. */
export function samplesOf(stage: Stage): Readonly<Record<string, RawRequest>> {
  const key = { authorization: `Bearer ${stage.key}` };
  const session = { cookie: stage.cookie };
  const { email, password, open: link, begun, guarded } = stage;
  const newEmail = `${randomUUID()}@example.com`;
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const samples: Readonly<Record<string, Sample>> = {
    'POST /api/deposit': { as: key, body: { value: 5000, metadata: { customer: '4711' } } },
    'GET /api/deposit': { as: key, query: 'limit=2' },
    'GET /api/deposit/{paymentLinkId}': { as: key, link },
    'DELETE /api/deposit/{paymentLinkId}': { as: key, link },
    'POST /api/deposit/{paymentLinkId}/refund': {
      as: { ...key, 'idempotency-key': randomUUID() },
      body: { value: 1 },
    },
    'GET /api/deposit/{paymentLinkId}/refunds': { as: key, query: 'limit=2' },
    'GET /api/deposit/{paymentLinkId}/timeline': { as: key },
    'GET /api/deposit/{paymentLinkId}/receipt': { as: key },
    'GET /api/refunds': { as: key, query: 'limit=2' },
    'GET /api/refunds/{refundId}': { as: key },
    'GET /api/balance': { as: key },
    'GET /api/statement': { as: key, query: 'limit=5' },
    'GET /api/overview': { as: key, query: 'bucket=day&tz=America%2FSao_Paulo' },
    'GET /api/suspense': { as: key, query: 'limit=5' },
    'POST /api/webhooks': { as: key, body: { name: 'shop', url: stage.webhookUrl } },
    'GET /api/webhooks': { as: key },
    'GET /api/webhooks/{webhookId}': { as: key },
    'PATCH /api/webhooks/{webhookId}': { as: key, body: { name: 'till' } },
    'POST /api/webhooks/{webhookId}/rotate-secret': { as: key, body: {} },
    'POST /api/webhooks/{webhookId}/test': { as: key, body: {} },
    'POST /api/webhooks/{webhookId}/replay': {
      as: key,
      body: { from: hourAgo, to: new Date().toISOString() },
    },
    'GET /api/webhooks/{webhookId}/deliveries': { as: key },
    'GET /api/webhooks/{webhookId}/metrics': { as: key },
    'GET /api/event-kinds': { as: key },
    'GET /api/deliveries': { as: key, query: `webhookId=${stage.webhookId}&limit=5` },
    'GET /api/deliveries/{deliveryId}': { as: key },
    'POST /api/deliveries/{deliveryId}/redeliver': { as: key, body: {} },
    'GET /api/events': { as: key, query: 'limit=5' },
    'POST /api/events/ack': { as: key, body: { cursor: stage.eventCursor } },
    'POST /api/account': { body: { email: newEmail, password, name: 'Shop' } },
    'GET /api/account': { as: session },
    'PATCH /api/account': { as: session, body: { name: 'Store', language: 'en' } },
    'GET /api/audit': { as: session, query: 'limit=5' },
    'POST /api/session/proof': { as: session, body: { password } },
    'POST /api/password-reset': { body: { email: newEmail } },
    'POST /api/password-reset/confirm': {
      body: { token: stage.resetToken, newPassword: password },
    },
    'POST /api/account/confirm-email': { body: { token: stage.confirmToken } },
    'POST /api/account/confirm-email/resend': { as: session, body: {} },
    'POST /api/two-factor': { as: session, body: {} },
    'POST /api/two-factor/confirm': {
      as: { cookie: begun.cookie },
      // A code is valid for a minute, so it is made when it is sent.
      get body() {
        return { code: codeFor(begun.secret) };
      },
    },
    'POST /api/two-factor/recovery-codes': {
      as: { cookie: guarded[0].cookie },
      body: { code: guarded[0].recoveryCode },
    },
    'DELETE /api/two-factor': {
      as: { cookie: guarded[1].cookie },
      body: { code: guarded[1].recoveryCode },
    },
    'POST /api/account/password': {
      as: session,
      body: { oldPassword: password, newPassword: password },
    },
    'GET /api/sessions': { as: session },
    'POST /api/keys': { as: session, body: { name: 'server' } },
    'GET /api/keys': { as: session },
    'POST /api/keys/{keyId}/rotate': { as: session, body: {} },
    'PATCH /api/keys/{keyId}': { as: session, body: { name: 'till' } },
    'DELETE /api/keys/{keyId}': { as: session },
    'GET /api/live': { as: key, beginningOnly: true },
    'GET /api/deployment': {},
    'POST /api/sandbox/pay': { as: key, body: { paymentLinkId: link, scenario: 'slow' } },
    'POST /payment-link/{paymentLinkId}/sandbox-pay': { link, body: { scenario: 'refuse' } },
    'GET /payment-link/{paymentLinkId}': { link },
    'GET /payment-link/{paymentLinkId}/qr.png': { link },
    'GET /payment-link/{paymentLinkId}/qr.svg': { link },
    'GET /payment-link/{paymentLinkId}/status': {},
    'POST /provider/{secret}/pix': { body: { pix: [] } },
    'GET /events/schemas/{name}': {},
    'GET /.well-known/entrada-receipt-keys.json': {},
    'GET /openapi.json': {},
    'GET /docs': {},
    'GET /docs/{page}': {},
    'GET /docs/errors': {},
    'GET /': {},
    // Last, because it ends what the others use.
    'DELETE /api/webhooks/{webhookId}': { as: key },
    'DELETE /api/sessions/{sessionId}': { as: session },
    'POST /api/sessions/revoke-others': { as: session, body: {} },
    'POST /api/session': { body: { email, password } },
    'DELETE /api/session': { as: session },
  };
  const requests = Object.entries(samples).map(([name, sample]) => [
    name,
    requestOf(name, sample, stage),
  ]);
  return Object.fromEntries(requests);
}

function requestOf(name: string, sample: Sample, stage: Stage): RawRequest {
  const { as = {}, query, link = stage.paid, beginningOnly = false } = sample;
  const [method = '', template = ''] = name.split(' ');
  const values: Readonly<Record<string, string>> = {
    ...idsOf(stage),
    paymentLinkId: link,
    secret: stage.callbackSecret,
    name: 'DEPOSIT_ASSET_SUCCESS.json',
    page: 'quick-start',
  };
  const bare = template.replaceAll(/\{(\w+)\}/g, (_, parameter) => values[parameter] ?? '');
  const path = query ? `${bare}?${query}` : bare;
  if (!sample.body) return { method, path, headers: as, beginningOnly };
  return {
    ...postJson(path, {}, as),
    method,
    get body() {
      return JSON.stringify(sample.body);
    },
  };
}

/** One of them; a documented call without any is a mistake. */
export function sampleIn(samples: ReturnType<typeof samplesOf>, name: string): RawRequest {
  const sample = samples[name];
  if (!sample) throw new Error(`${name} is documented, but has no sample in samples.ts`);
  return sample;
}
