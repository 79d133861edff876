import { ask, hook, type Mistake, type Newcomer, path, post, query, url } from './mistake.ts';

const OPEN = ({ open }: Newcomer) => `/api/deposit/${open}`;
const PAID = ({ paid }: Newcomer) => `/api/deposit/${paid}`;
const REFUND = (newcomer: Newcomer) => `${PAID(newcomer)}/refund`;

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
    ask(({ chargeId }) => `/api/deposit/${chargeId}`),
    'charge_not_found',
    /looks like the `id` of a charge/,
  ],
  ['externalId as paymentLinkId', ask('/api/deposit/order-7'), 'charge_not_found', /\?externalId=/],
  [
    'paymentLinkId of nobody',
    ask('/api/deposit/6a0c1d5e-0000-4000-8000-000000000001'),
    'charge_not_found',
    /account and the mode of the key/,
  ],
  ['PUT a deposit', ask(OPEN, 'PUT'), 'method_not_allowed', undefined, { error: /GET or DELETE/ }],
  [
    'GET a refund',
    ask((newcomer) => `${OPEN(newcomer)}/refund`),
    'method_not_allowed',
    undefined,
    { error: /use POST/ },
  ],
  [
    'a cancellation with POST',
    post((newcomer) => `${OPEN(newcomer)}/cancel`, {}),
    'not_found',
    /Did you mean DELETE \/api\/deposit\/\{paymentLinkId\}\?/,
  ],
  [
    'a cancellation of what is paid',
    ask(PAID, 'DELETE'),
    'charge_not_pending',
    /^It is paid: refund it instead, with POST /,
  ],
  [
    'a refund of what is not paid',
    post((newcomer) => `${OPEN(newcomer)}/refund`, {}, { 'idempotency-key': 'a' }),
    'charge_not_completed',
  ],
  ...[{ value: 10_000 }, {}].map(
    (body): Mistake => [
      `a refund ${JSON.stringify(body)} of more than the balance`,
      post(REFUND, body, { 'idempotency-key': `c${JSON.stringify(body)}` }),
      'insufficient_balance',
      /^The refund needs 10000 cents\. The balance is 9\d{3} cents\. Refund less, .*new Idempotency-Key/,
    ],
  ),
  ...[{ cursor: 'malformed' }, { cursor: 7 }].map(
    (body): Mistake => [
      `acknowledging up to ${JSON.stringify(body)}`,
      post('/api/events/ack', body),
      'invalid_cursor',
      undefined,
      { field: 'cursor' },
    ],
  ),
  query('/api/deposit?status=PAID'),
  query('/api/deposit?status=PENDING&status=EXPIRED'),
  query('/api/deposit?from=2026-11-15'),
  query('/api/deposit?from=yesterday'),
  query('/api/deposit?to=2026-02-30T00:00:00Z'),
  query('/api/deposit?externalId='),
  query('/api/deposit?page=2', /^Recognized fields: status, externalId, .*cursor/),
  query('/api/deposit?Limit=2', /`limit`\? .*case-sensitive/),
  query('/api/deposit?external_id=a', /`externalId`/),
  query('/api/deposit?statuss=PENDING', /mean `status`\?$/),
  query(
    '/api/statement?from=2026-11-15T12:00:00+03:00',
    /^A plus sign in a query means a space: write it as %2B in `from`\.$/,
  ),
  query('/api/deposit?sep=|&format=csv'),
  query('/api/events?since=0', /^Recognized fields: cursor, /),
  url('shop.example/hook', /^url must be an absolute URL that starts with http/),
  url('ftp://shop.example/hook', /^url must be an absolute URL that starts with http/),
  url('https://me:secret@shop.example', /user name or password/),
  url('https://169.254.169.254/'),
  url('http://192.168.0.7/hook', /for a receiver on this machine use http:\/\/localhost$/),
  url('https://10.0.0.7/hook'),
  [
    'webhook for an unknown event',
    hook({ url: 'https://shop.example/hook', events: ['deposit.paid'] }),
    'invalid_events',
    undefined,
    { error: /DEPOSIT_ASSET_SUCCESS, / },
  ],
];
