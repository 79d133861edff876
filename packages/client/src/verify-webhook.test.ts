import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from './verify-webhook.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const NOW = 1_800_000_000_000;
const now = () => NOW;
const BODY = JSON.stringify({
  id: 'msg_1',
  event: 'DEPOSIT_ASSET_SUCCESS',
  type: 'DEPOSIT_ASSET_SUCCESS',
  timestamp: '2027-01-15T08:00:00.000Z',
  data: { creditedValue: 4_950, payerName: 'João' },
});

/** Signed by the reference library, not by our own code. */
function signed(at = NOW, secret = SECRET, body = BODY) {
  const date = new Date(at);
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', date, body),
  };
}

test.each([
  ['Headers and a string', new Headers(signed()), BODY],
  ['a plain object and bytes', signed(), new TextEncoder().encode(BODY)],
  ['a Node buffer', signed(), Buffer.from(BODY)],
  ['an ArrayBuffer', signed(), new TextEncoder().encode(BODY).buffer],
  [
    'names in capital letters',
    Object.fromEntries(Object.entries(signed()).map(([k, v]) => [k.toUpperCase(), [v]])),
    BODY,
  ],
])('a webhook as %s gives its event', async (_form, headers, body) => {
  const event = await verifyWebhook(headers, body, SECRET, { now });
  expect(event).toEqual(JSON.parse(BODY));
});

test('one valid signature among several is enough, as while a secret is rotated', async () => {
  const both = `${signed(NOW, OTHER)['webhook-signature']} v2,abc junk ${signed()['webhook-signature']}`;
  const headers = { ...signed(), 'webhook-signature': both };
  for (const secret of [SECRET, OTHER]) {
    expect((await verifyWebhook(headers, BODY, secret, { now })).id).toBe('msg_1');
  }
});

test.each([
  ['another secret', signed(NOW, OTHER), BODY],
  ['a changed body', signed(), BODY.replace('4950', '9950')],
  ['another id', { ...signed(), 'webhook-id': 'msg_2' }, BODY],
  ['another time', { ...signed(), 'webhook-timestamp': String(NOW / 1_000 + 1) }, BODY],
  ['no signature', { ...signed(), 'webhook-signature': '' }, BODY],
  ['a missing header', { 'webhook-id': 'msg_1' }, BODY],
  ['a signature of another version', { ...signed(), 'webhook-signature': 'v2,AAAA' }, BODY],
  ['a body that is not JSON', signed(NOW, SECRET, 'paid'), 'paid'],
])('a webhook with %s is refused', async (_what, headers, body) => {
  await expect(verifyWebhook(headers, body, SECRET, { now })).rejects.toMatchObject({
    name: 'EntradaError',
    code: 'invalid_webhook',
  });
});

test.each([
  ['an hour behind', -3_600, 'ahead of'],
  ['an hour ahead', 3_600, 'behind'],
  ['just beyond five minutes', 301, 'behind'],
])('with a clock that is %s, the message says so', async (_what, offSeconds, words) => {
  const clock = () => NOW + offSeconds * 1_000;
  const failure = verifyWebhook(signed(), BODY, SECRET, { now: clock });
  await expect(failure).rejects.toMatchObject({
    code: 'webhook_time_out_of_range',
    message: expect.stringContaining(words),
  });
});

test.each([-300, 300])('a clock that is %d s off is tolerated', async (offSeconds) => {
  const clock = () => NOW + offSeconds * 1_000;
  expect((await verifyWebhook(signed(), BODY, SECRET, { now: clock })).id).toBe('msg_1');
});

test('an event kind that this version does not know is returned as it is', async () => {
  const body = '{"id":"msg_1","event":"DEPOSIT_TELEPORTED","data":{"new":true},"more":1}';
  const event = await verifyWebhook(signed(NOW, SECRET, body), body, SECRET, { now });
  expect(event).toEqual(JSON.parse(body));
});

test.each(['', 'whsec_', 'whsec_not base64'])(
  'a malformed secret %j is a mistake of the program',
  async (secret) => {
    await expect(verifyWebhook(signed(), BODY, secret, { now })).rejects.toThrow(TypeError);
  },
);
