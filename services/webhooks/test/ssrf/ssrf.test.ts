import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { eventually } from '@entrada/platform/testing/eventually';
import { isPublicAddress } from '../../src/clients/destinations.ts';
import { credited } from '../event-records.ts';
import { type UnderTest, webhooksUnderTest } from '../webhooks-under-test.ts';
import { FORBIDDEN_V4, FORBIDDEN_V6, HOSTILE_URLS } from './corpus.ts';
import { type NameServer, startNameServer } from './name-server.ts';

let nameServer: NameServer;
let webhooks: UnderTest;
/** Counts connections that reach this machine although none should. */
let escapes = 0;
const trap = createServer((socket) => {
  escapes += 1;
  socket.destroy();
});
let trapPort = 0;

beforeAll(async () => {
  trap.listen(0, '0.0.0.0');
  await once(trap, 'listening');
  trapPort = (trap.address() as AddressInfo).port;
  nameServer = await startNameServer();
  webhooks = await webhooksUnderTest({
    WEBHOOK_ALLOWED_NETWORKS: '',
    WEBHOOK_DNS_SERVERS: nameServer.address,
  });
});
afterAll(async () => {
  await webhooks[Symbol.asyncDispose]();
  await nameServer[Symbol.asyncDispose]();
  trap.close();
});

const FORBIDDEN = [...FORBIDDEN_V4, ...FORBIDDEN_V6];

test('none of over 300 hostile URLs becomes an endpoint', async () => {
  await using strict = await webhooksUnderTest({
    WEBHOOK_ALLOW_HTTP: 'false',
    WEBHOOK_ALLOWED_NETWORKS: '',
  });
  const taken: string[] = [];
  for (const url of HOSTILE_URLS) {
    const wanted = { accountId: randomUUID(), name: 'hostile', url, skipTest: true };
    await strict.rpc.createEndpoint(wanted).then(
      () => taken.push(url),
      (error) => expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', reason: 'invalid_url' }),
    );
  }
  expect(taken).toEqual([]);
  expect(HOSTILE_URLS.length).toBeGreaterThanOrEqual(300);
});

test('a name that leads to a forbidden address is not connected to, alone or among good ones', async () => {
  const accountId = randomUUID();
  for (const [index, address] of FORBIDDEN.entries()) {
    const alone = `alone-${index}.evil.com`;
    const mixed = `mixed-${index}.evil.com`;
    nameServer.answer(alone, () => [address]);
    nameServer.answer(mixed, () => ['93.184.216.34', address]);
    for (const host of [alone, mixed]) {
      await expect(
        webhooks.rpc.createEndpoint({ accountId, name: host, url: `http://${host}:${trapPort}/` }),
      ).rejects.toMatchObject({
        reason: 'webhook_test_failed',
        message: expect.stringContaining('not on the public internet'),
      });
    }
  }
  expect(escapes).toBe(0);
});

test('a name that resolves to this machine after it was checked reaches nothing', async () => {
  let asked = 0;
  // Every other question gets the honest answer: a client that checks one response and uses the next fails.
  nameServer.answer('rebind.evil.com', () => [asked++ % 2 === 0 ? '93.184.216.34' : '127.0.0.1']);
  const accountId = randomUUID();
  const url = `http://rebind.evil.com:${trapPort}/`;
  const { id } = await webhooks.endpoint(accountId, url);
  nameServer.answer('rebind.evil.com', () => ['127.0.0.1']);

  await webhooks.publish([credited(accountId)]);

  await eventually(async () => {
    const { rows } = await webhooks.db.query(
      `select outcome, cause from delivery_attempt
         join delivery on delivery.id = delivery_id where endpoint_id = $1`,
      [id],
    );
    expect(rows).toEqual([
      {
        outcome: 'blocked',
        cause: 'the host name resolves to an address that is not on the public internet',
      },
    ]);
  });
  expect(escapes).toBe(0);
});

test('public addresses are distinguished from the others', () => {
  const wrongly = FORBIDDEN.filter(isPublicAddress);
  expect(wrongly).toEqual([]);
  const good = ['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450::200e'];
  expect(good.filter(isPublicAddress)).toEqual(good);
});
