import { postJson } from '../http.ts';
import { bearer, get, hook, type Mistake, path, post, query, url } from './mistake.ts';

/** Mistakes in paths, methods, queries and URLs. */
export const PATH_MISTAKES: readonly Mistake[] = [
  path(
    '/api/deposits',
    /^There is no GET \/api\/deposits\. Did you mean \/api\/deposit\? The documentation is at \/docs\.$/,
  ),
  path('/api/v1/deposit', /Did you mean \/api\/deposit\?/),
  path('/v1/charges', /Did you mean \/api\/deposit\?/),
  path('/deposit', /Did you mean \/api\/deposit\?/),
  path('/api/webhook', /Did you mean \/api\/webhooks\?/),
  path('/api/nothing', /^There is no GET \/api\/nothing\. The documentation is at \/docs\.$/),
  path(`/api/${'x'.repeat(300)}`, /^There is no GET \/api\/…\. /),
  path('/api/ent_test_4f7k9q2m8s3x', /^There is no GET \/api\/…\. /),
  [
    'charge id as paymentLinkId',
    ({ key, chargeId }) => ({ path: `/api/deposit/${chargeId}`, headers: bearer(key) }),
    404,
    'charge_not_found',
    'Charge not found',
    /looks like the `id` of a charge/,
  ],
  [
    'externalId as paymentLinkId',
    get('/api/deposit/order-7'),
    404,
    'charge_not_found',
    'Charge not found',
    /\?externalId=/,
  ],
  [
    'paymentLinkId of nobody',
    get('/api/deposit/6a0c1d5e-0000-4000-8000-000000000001'),
    404,
    'charge_not_found',
    'Charge not found',
    /account and the mode of the key/,
  ],
  [
    'PUT a deposit',
    ({ key, open }) => ({ method: 'PUT', path: `/api/deposit/${open}`, headers: bearer(key) }),
    405,
    'method_not_allowed',
    'Method not allowed, use GET or DELETE',
  ],
  [
    'GET a refund',
    ({ key, open }) => ({ path: `/api/deposit/${open}/refund`, headers: bearer(key) }),
    405,
    'method_not_allowed',
    'Method not allowed, use POST',
  ],
  [
    'a refund without Idempotency-Key',
    ({ key, paid }) => postJson(`/api/deposit/${paid}/refund`, {}, bearer(key)),
    400,
    'idempotency_key_required',
    /^Idempotency-Key is required: send a new unique value/,
  ],
  [
    'a cancellation of what is paid',
    ({ key, paid }) => ({ method: 'DELETE', path: `/api/deposit/${paid}`, headers: bearer(key) }),
    409,
    'charge_not_pending',
    'Charge already completed',
    /^It is paid: refund it instead, with POST /,
  ],
  [
    'a payment in the sandbox of what is paid',
    ({ key, paid }) =>
      postJson('/api/sandbox/pay', { paymentLinkId: paid, scenario: 'pay' }, bearer(key)),
    409,
    'charge_not_pending',
    'The deposit is already paid',
  ],
  [
    'a refund of what is not paid',
    ({ key, open }) =>
      postJson(`/api/deposit/${open}/refund`, {}, { ...bearer(key), 'idempotency-key': 'a' }),
    409,
    'charge_not_completed',
    'Charge is not completed',
  ],
  [
    'a refund of more than was paid',
    ({ key, paid }) =>
      postJson(
        `/api/deposit/${paid}/refund`,
        { value: 999_999 },
        { ...bearer(key), 'idempotency-key': 'b' },
      ),
    422,
    'refund_out_of_range',
    /^value must be/,
  ],
  [
    'a refund of more than the balance',
    ({ key, paid }) =>
      postJson(
        `/api/deposit/${paid}/refund`,
        { value: 10_000 },
        { ...bearer(key), 'idempotency-key': 'c' },
      ),
    409,
    'insufficient_balance',
    'Balance does not cover the refund',
    /^The refund needs 10000 cents\. The balance is 9\d{3} cents\. Refund less, .*new Idempotency-Key/,
  ],
  [
    'a refund of all that was paid, beyond the balance',
    ({ key, paid }) =>
      postJson(`/api/deposit/${paid}/refund`, {}, { ...bearer(key), 'idempotency-key': 'd' }),
    409,
    'insufficient_balance',
    'Balance does not cover the refund',
    /^The refund needs 10000 cents\. The balance is 9\d{3} cents\. Refund less, .*new Idempotency-Key/,
  ],
  ...[{ cursor: 'malformed' }, { cursor: 7 }].map(
    (body): Mistake => [
      `acknowledging up to ${JSON.stringify(body)}`,
      post('/api/events/ack', body),
      400,
      'invalid_cursor',
      'cursor is invalid: send the nextCursor of the last page that you have handled',
    ],
  ),
  query('/api/deposit?limit=1000', 'limit must be an integer between 1 and 200'),
  query('/api/deposit?status=PAID', 'status must be one of PENDING, COMPLETED, EXPIRED, CANCELED'),
  query(
    '/api/deposit?from=2026-11-15',
    'from must be an ISO 8601 date and time such as 2026-11-15T12:00:00Z',
  ),
  query(
    '/api/deposit?from=2026-11-15T12:00:00Z&to=2026-11-15T11:00:00Z',
    'from must not be after to',
  ),
  query(
    '/api/deposit?page=2',
    'page is not a recognized field',
    /^Recognized fields: status, externalId, .*cursor/,
  ),
  query('/api/deposit?Limit=2', 'Limit is not a recognized field', /`limit`\? .*case-sensitive/),
  query('/api/deposit?external_id=a', 'external_id is not a recognized field', /`externalId`/),
  query('/api/deposit?statuss=PENDING', 'statuss is not a recognized field', /mean `status`\?$/),
  query(
    '/api/statement?from=2026-11-15T12:00:00+03:00',
    'from must be an ISO 8601 date and time such as 2026-11-15T12:00:00Z',
    /^A plus sign in a query means a space: write it as %2B in `from`\.$/,
  ),
  [
    'GET /api/deposit?cursor=2',
    get('/api/deposit?cursor=2'),
    400,
    'invalid_cursor',
    'cursor is invalid: send the nextCursor of the previous page, or leave it out',
  ],
  query('/api/deposit?format=csv&sep=|', 'sep must be one of ",", ";"'),
  query('/api/events?since=0', 'since is not a recognized field', /^Recognized fields: cursor, /),
  url('shop.example/hook', /^url must be an absolute URL that starts with http/),
  url('ftp://shop.example/hook', /^url must be an absolute URL that starts with http/),
  url('https://me:secret@shop.example', 'url must not carry a user name or password'),
  url('https://169.254.169.254/', /^url must/),
  url(
    'http://192.168.0.7/hook',
    'url must name a host, not an IP address; for a receiver on this machine use http://localhost',
  ),
  url('https://10.0.0.7/hook', /^url must/),
  [
    'webhook for an unknown event',
    hook({ url: 'https://shop.example/hook', events: ['deposit.paid'] }),
    400,
    'invalid_events',
    /^events must be among DEPOSIT_ASSET_SUCCESS, /,
  ],
];
