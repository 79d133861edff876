import { forTests } from '@entrada/platform/testing/for-tests';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { createClient } from '../src/client.ts';

let key: string;
const system = forTests(() => sharedSystem());
beforeAll(async () => {
  key = (await system.newAccount()).key;
});

test('a deposit is created once, read back and listed', async () => {
  const client = createClient({ baseUrl: system.baseUrl, key });
  const create = () =>
    client.request('POST /api/deposit', { body: { value: 5_000 }, idempotencyKey: 'order 1' });
  const { charge } = await create();
  expect((await create()).charge).toEqual(charge);

  const { paymentLinkId } = charge;
  const read = await client.request('GET /api/deposit/{paymentLinkId}', {
    path: { paymentLinkId },
  });
  expect(read.charge).toMatchObject({ paymentLinkId, value: 5_000, status: 'PENDING' });
  const { charges } = await client.request('GET /api/deposit', { query: { limit: 10 } });
  expect(charges.map((listed) => listed.paymentLinkId)).toEqual([paymentLinkId]);
});

test('what the gateway refuses is an error with its code, fields and request id', async () => {
  const client = createClient({ baseUrl: system.baseUrl, key });
  await expect(
    client.request('GET /api/deposit/{paymentLinkId}', { path: { paymentLinkId: '../balance' } }),
  ).rejects.toMatchObject({ status: 404, code: 'charge_not_found' });
  const tooMany = client.request('GET /api/deposit', { query: { limit: 9_999 } });
  await expect(tooMany).rejects.toMatchObject({
    status: 400,
    code: 'invalid_request',
    requestId: expect.any(String),
    fields: [{ field: 'limit', message: expect.any(String) }],
  });
  const stranger = createClient({ baseUrl: system.baseUrl, key: 'ent_test_none' });
  await expect(stranger.request('GET /api/balance')).rejects.toMatchObject({
    status: 401,
    code: 'invalid_api_key',
  });
});

test('a server that is not there is an error without a reply', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:9', key });
  await expect(client.request('POST /api/deposit', { body: { value: 1 } })).rejects.toMatchObject({
    status: 0,
    code: 'network_error',
  });
});
