import { randomUUID } from 'node:crypto';
import { codeFor } from '../../../test/harness/authenticator.ts';
import { postJson, type RawRequest } from './http.ts';

/** What requests need of a system that has been used for a while. */
export type Stage = {
  readonly key: string;
  readonly cookie: string;
  readonly password: string;
  /** Of a deposit that is paid and credited. */
  readonly paid: string;
  /** Of one that is not paid. */
  readonly open: string;
  readonly callbackSecret: string;
  readonly webhookUrl: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly keyId: string;
  readonly sessionId: string;
  readonly eventCursor: string;
  readonly refundId: string;
  /** Accounts of their own: one has begun to set two-factor up, the others have it. */
  readonly begun: GuardedAccount;
  /** Tokens of mails. */
  readonly resetToken: string;
  readonly confirmToken: string;
  /** Of an account that has two-factor. */
  readonly guardedResetToken: string;
  readonly guarded: readonly [GuardedAccount, GuardedAccount];
};

export type GuardedAccount = {
  readonly email: string;
  readonly cookie: string;
  readonly secret: string;
  readonly recoveryCode: string;
};

/** One good request for each call that is documented, named as the document names it. */
export function samplesOf(stage: Stage): Readonly<Record<string, RawRequest>> {
  const key = { authorization: `Bearer ${stage.key}` };
  const session = { cookie: stage.cookie };
  const get = (path: string, headers: Record<string, string> = {}): RawRequest => ({
    path,
    headers,
  });
  const remove = (path: string, headers: Record<string, string>): RawRequest => {
    return { method: 'DELETE', path, headers };
  };
  const { paid, open, webhookId, deliveryId, keyId, sessionId, password } = stage;
  const email = `${randomUUID()}@example.com`;
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const window = { from: hourAgo, to: new Date().toISOString() };
  const webhook = { name: 'shop', url: stage.webhookUrl };
  return {
    'POST /api/deposit': postJson(
      '/api/deposit',
      { value: 5000, metadata: { customer: '4711' } },
      key,
    ),
    'GET /api/deposit': get('/api/deposit?limit=2', key),
    'GET /api/deposit/{paymentLinkId}': get(`/api/deposit/${open}`, key),
    'DELETE /api/deposit/{paymentLinkId}': remove(`/api/deposit/${open}`, key),
    'POST /api/deposit/{paymentLinkId}/refund': postJson(
      `/api/deposit/${paid}/refund`,
      { value: 1 },
      { ...key, 'idempotency-key': randomUUID() },
    ),
    'GET /api/deposit/{paymentLinkId}/refunds': get(`/api/deposit/${paid}/refunds?limit=2`, key),
    'GET /api/deposit/{paymentLinkId}/timeline': get(`/api/deposit/${paid}/timeline`, key),
    'GET /api/deposit/{paymentLinkId}/receipt': get(`/api/deposit/${paid}/receipt`, key),
    'GET /api/refunds': get('/api/refunds?limit=2', key),
    'GET /api/refunds/{refundId}': get(`/api/refunds/${stage.refundId}`, key),
    'GET /api/balance': get('/api/balance', key),
    'GET /api/statement': get('/api/statement?limit=5', key),
    'GET /api/overview': get('/api/overview?bucket=day&tz=America%2FSao_Paulo', key),
    'GET /api/suspense': get('/api/suspense?limit=5', key),
    'POST /api/webhooks': postJson('/api/webhooks', webhook, key),
    'GET /api/webhooks': get('/api/webhooks', key),
    'GET /api/webhooks/{webhookId}': get(`/api/webhooks/${webhookId}`, key),
    'PATCH /api/webhooks/{webhookId}': {
      ...postJson(`/api/webhooks/${webhookId}`, { name: 'till' }, key),
      method: 'PATCH',
    },
    'POST /api/webhooks/{webhookId}/rotate-secret': postJson(
      `/api/webhooks/${webhookId}/rotate-secret`,
      {},
      key,
    ),
    'POST /api/webhooks/{webhookId}/test': postJson(`/api/webhooks/${webhookId}/test`, {}, key),
    'POST /api/webhooks/{webhookId}/replay': postJson(
      `/api/webhooks/${webhookId}/replay`,
      window,
      key,
    ),
    'GET /api/webhooks/{webhookId}/deliveries': get(`/api/webhooks/${webhookId}/deliveries`, key),
    'GET /api/webhooks/{webhookId}/metrics': get(`/api/webhooks/${webhookId}/metrics`, key),
    'GET /api/event-kinds': get('/api/event-kinds', key),
    'GET /api/deliveries': get(`/api/deliveries?webhookId=${webhookId}&limit=5`, key),
    'GET /api/deliveries/{deliveryId}': get(`/api/deliveries/${deliveryId}`, key),
    'POST /api/deliveries/{deliveryId}/redeliver': postJson(
      `/api/deliveries/${deliveryId}/redeliver`,
      {},
      key,
    ),
    'GET /api/events': get('/api/events?limit=5', key),
    'POST /api/events/ack': postJson('/api/events/ack', { cursor: stage.eventCursor }, key),
    'POST /api/account': postJson('/api/account', { email, password, name: 'Shop' }),
    'GET /api/account': get('/api/account', session),
    'PATCH /api/account': {
      ...postJson('/api/account', { name: 'Store', language: 'en' }, session),
      method: 'PATCH',
    },
    'GET /api/audit': get('/api/audit?limit=5', session),
    'POST /api/session/proof': postJson('/api/session/proof', { password }, session),
    'POST /api/password-reset': postJson('/api/password-reset', { email }),
    'POST /api/password-reset/confirm': postJson('/api/password-reset/confirm', {
      token: stage.resetToken,
      newPassword: password,
    }),
    'POST /api/account/confirm-email': postJson('/api/account/confirm-email', {
      token: stage.confirmToken,
    }),
    'POST /api/account/confirm-email/resend': postJson(
      '/api/account/confirm-email/resend',
      {},
      session,
    ),
    'POST /api/two-factor': postJson('/api/two-factor', {}, session),
    'POST /api/two-factor/confirm': {
      ...postJson('/api/two-factor/confirm', {}, { cookie: stage.begun.cookie }),
      // A code is valid for a minute, so it is made when it is sent.
      get body() {
        return JSON.stringify({ code: codeFor(stage.begun.secret) });
      },
    },
    'POST /api/two-factor/recovery-codes': postJson(
      '/api/two-factor/recovery-codes',
      { code: stage.guarded[0].recoveryCode },
      { cookie: stage.guarded[0].cookie },
    ),
    'DELETE /api/two-factor': {
      ...postJson(
        '/api/two-factor',
        { code: stage.guarded[1].recoveryCode },
        { cookie: stage.guarded[1].cookie },
      ),
      method: 'DELETE',
    },
    'POST /api/account/password': postJson(
      '/api/account/password',
      { oldPassword: password, newPassword: password },
      session,
    ),
    'GET /api/sessions': get('/api/sessions', session),
    'POST /api/keys': postJson('/api/keys', { name: 'server' }, session),
    'GET /api/keys': get('/api/keys', session),
    'POST /api/keys/{keyId}/rotate': postJson(`/api/keys/${keyId}/rotate`, {}, session),
    'PATCH /api/keys/{keyId}': {
      ...postJson(`/api/keys/${keyId}`, { name: 'till' }, session),
      method: 'PATCH',
    },
    'DELETE /api/keys/{keyId}': remove(`/api/keys/${keyId}`, session),
    'GET /api/live': { ...get('/api/live', key), beginningOnly: true },
    'GET /api/deployment': get('/api/deployment'),
    'POST /api/sandbox/pay': postJson(
      '/api/sandbox/pay',
      { paymentLinkId: open, scenario: 'slow' },
      key,
    ),
    'POST /payment-link/{paymentLinkId}/sandbox-pay': postJson(
      `/payment-link/${open}/sandbox-pay`,
      { scenario: 'refuse' },
    ),
    'GET /payment-link/{paymentLinkId}': get(`/payment-link/${open}`),
    'GET /payment-link/{paymentLinkId}/qr.png': get(`/payment-link/${open}/qr.png`),
    'GET /payment-link/{paymentLinkId}/qr.svg': get(`/payment-link/${open}/qr.svg`),
    'GET /payment-link/{paymentLinkId}/status': get(`/payment-link/${paid}/status`),
    'POST /provider/{secret}/pix': postJson(`/provider/${stage.callbackSecret}/pix`, { pix: [] }),
    'GET /events/schemas/{name}': get('/events/schemas/DEPOSIT_ASSET_SUCCESS.json'),
    'GET /.well-known/entrada-receipt-keys.json': get('/.well-known/entrada-receipt-keys.json'),
    'GET /openapi.json': get('/openapi.json'),
    'GET /docs': get('/docs'),
    'GET /docs/{page}': get('/docs/quick-start'),
    'GET /docs/errors': get('/docs/errors'),
    'GET /': get('/'),
    // Last, because it ends what the others use.
    'DELETE /api/webhooks/{webhookId}': remove(`/api/webhooks/${webhookId}`, key),
    'DELETE /api/sessions/{sessionId}': remove(`/api/sessions/${sessionId}`, session),
    'POST /api/sessions/revoke-others': postJson('/api/sessions/revoke-others', {}, session),
    'POST /api/session': postJson('/api/session', { email, password }),
    'DELETE /api/session': remove('/api/session', session),
  };
}
