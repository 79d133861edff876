import { verifyWebhook } from '@entrada/client/verify-webhook';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { openHome, run } from './run-entrada.ts';
import { openServer } from './scripted-server.ts';

const home = openHome();
const system = forTests(() => sharedSystem());
const gateway = forTests(() =>
  system.startAnotherGateway({ SANDBOX_PUBLIC_URL: system.bank.controlUrl }),
);
beforeAll(async () => {
  const { key } = await system.newAccount();
  const login = ['login', '--base-url', `http://127.0.0.1:${gateway.port}`, '--key-stdin'];
  expect(await run(home.env, login, { input: key })).toMatchObject({ stderr: '', code: 0 });
});
afterAll(async () => {
  home[Symbol.dispose]();
});

const entrada = (...args: string[]) => run(home.env, args);
async function json(...args: string[]) {
  const { stdout, stderr, code } = await entrada(...args, '--json');
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  return JSON.parse(stdout);
}
const triggered = async (name: string) => (await json('trigger', name)).deposit.paymentLinkId;
const statusOf = async (id: string) => (await json('deposits', 'show', id)).deposit.status;

test('a deposit is created, listed, opened, canceled', async () => {
  const args = ['--value', '5000', '--external-id', 'order-7', '--description', 'One lamp'];
  const { stdout, code } = await entrada('deposits', 'create', ...args, '--qr');
  expect(code).toBe(0);
  expect(stdout).toMatch(/value +R\$ 50,00\n/);
  expect(stdout).toContain('█');
  const [, id = ''] = /paymentLinkId +(\S+)/.exec(stdout) ?? [];

  expect((await entrada('deposits', 'list')).stdout).toMatch(
    new RegExp(`${id} {2}PENDING {2}R\\$ 50,00 {2}order-7\n`),
  );
  const { opened, stdout: page } = await entrada('open', id);
  expect(opened).toEqual([page.trim()]);
  expect(page).toContain(`/payment-link/${id}`);

  expect((await entrada('deposits', 'cancel', id)).stdout).toContain('CANCELED');
  const again = await entrada('deposits', 'create', ...args);
  expect(again).toMatchObject({ code: 1 });
  expect(again.stderr).toMatch(/\(external_id_conflict, request \S+\)\./);
});

test('trigger paid: listen shows it in one line, signed; balance and statement have it', async () => {
  await using receiver = await openServer((_request, response) => response.end());
  const stop = new AbortController();
  const begun = Promise.withResolvers<void>();
  const events: string[] = [];
  // The cancellation before may still be on its way.
  const to = ['listen', '--events', 'DEPOSIT_ASSET_SUCCESS', '--forward-to'];
  const listening = run(home.env, [...to, receiver.url], {
    signal: stop.signal,
    onLine(line) {
      if (line.includes('whsec_')) begun.resolve();
      else events.push(line);
    },
  });
  await begun.promise;
  const id = await triggered('paid');
  await eventually(() => expect(events).toHaveLength(1), { timeoutMs: 60_000 });
  stop.abort(new Error('interrupted'));
  const { stdout, code } = await listening;
  expect(code).toBe(0);
  expect(events[0]).toMatch(
    new RegExp(`DEPOSIT_ASSET_SUCCESS {2}R\\$ 50,00 {2}${id} {2}200 in \\d+ ms$`),
  );
  const [secret = ''] = /whsec_\S+/.exec(stdout) ?? [];
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  expect(await verifyWebhook(headers, body, secret)).toMatchObject({
    data: { paymentLinkId: id, creditedValue: 4_950 },
  });

  expect((await entrada('balance')).stdout).toMatch(/^available +R\$ 49,50\n/);
  expect((await entrada('statement')).stdout).toContain(id);
  const csv = await entrada('statement', '--csv', '--sep', ';');
  expect(csv).toMatchObject({ stderr: '', code: 0 });
  expect(csv.stdout.split('\n')[0]).toMatch(/;/);
  expect(csv.stdout).toContain(id);

  expect(await json('deposits', 'show', id, '--watch')).toMatchObject({
    deposit: { status: 'COMPLETED' },
    refunds: [],
  });
  const { refund } = await json('deposits', 'refund', id, '--value', '1000', '--yes');
  expect(refund).toMatchObject({ value: 1_000 });
  expect((await json('deposits', 'show', id)).refunds).toHaveLength(1);
});

test('trigger twice, underpaid, late and returned are what they say', async () => {
  const [twice, underpaid, returned] = await Promise.all([
    triggered('twice'),
    triggered('underpaid'),
    triggered('returned'),
  ]);
  const late = await json('trigger', 'late');
  expect(Date.parse(late.payment.scheduledFor)).toBeGreaterThan(Date.parse(late.deposit.expiresAt));
  await eventually(async () => expect(await statusOf(twice)).toBe('COMPLETED'));
  expect(await statusOf(underpaid)).toBe('PENDING');
  await eventually(
    async () => {
      const { refunds } = await json('deposits', 'show', returned);
      expect(refunds).toMatchObject([{ origin: 'BANK', value: 5_000 }]);
    },
    { timeoutMs: 60_000 },
  );
});

test('a deposit that is canceled while it is watched ends the wait with code 1', async () => {
  const { deposit } = await json('deposits', 'create', '--value', '700');
  const watching = entrada('deposits', 'show', deposit.paymentLinkId, '--watch');
  await entrada('deposits', 'cancel', deposit.paymentLinkId);
  expect(await watching).toMatchObject({ code: 1, stdout: expect.stringContaining('CANCELED') });
});

test('an endpoint is registered, changed, tested, given a new secret and deleted', async () => {
  const make = ['--name', 'Shop', '--url', 'https://shop.invalid/hooks', '--disabled'];
  const { webhook, secret } = await json('webhooks', 'create', ...make);
  expect(secret).toMatch(/^whsec_/);
  expect((await entrada('webhooks', 'list')).stdout).toContain(`${webhook.id}  DISABLED  Shop`);
  const own = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const env = { ...home.env, WEBHOOK_SECRET: own };
  const brought = await run(env, ['webhooks', 'create', ...make, '--own-secret', '--json']);
  expect(JSON.parse(brought.stdout).secret).toBe(own);
  const changed = await json('webhooks', 'change', webhook.id, '--name', 'Shop 2');
  expect(changed.webhook.name).toBe('Shop 2');
  expect((await json('webhooks', 'rotate-secret', webhook.id)).secret).not.toBe(secret);

  const tested = await entrada('webhooks', 'test', webhook.id);
  expect(tested).toMatchObject({ code: 1, stdout: expect.stringContaining('WEBHOOK_TEST') });
  const { deliveries } = await json('deliveries', 'list', '--webhook', webhook.id);
  expect(deliveries).toHaveLength(1);
  const shown = await entrada('deliveries', 'show', deliveries[0].id);
  expect(shown.stdout).toContain(deliveries[0].eventId);
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const window = ['--from', hourAgo, '--to', new Date().toISOString(), '--dry-run'];
  const replay = await entrada('webhooks', 'replay', webhook.id, ...window);
  expect(replay.stdout).toMatch(/^Deliveries that would be sent again: \d+\.\n$/);

  expect((await entrada('webhooks', 'delete', webhook.id, '--yes')).code).toBe(0);
  const gone = await entrada('webhooks', 'show', webhook.id);
  expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('webhook_not_found') });
});

test('events tail shows what happens from now on', async () => {
  const stop = new AbortController();
  const begun = Promise.withResolvers<void>();
  const links: string[] = [];
  const tailing = run(home.env, ['events', 'tail', '--json'], {
    signal: stop.signal,
    onNote: begun.resolve,
    onLine: (line) => links.push(JSON.parse(line).data.paymentLinkId),
  });
  await begun.promise;
  const id = await triggered('paid');
  await eventually(() => expect(links).toContain(id), { timeoutMs: 60_000 });
  stop.abort(new Error('interrupted'));
  expect(await tailing).toMatchObject({ stderr: '', code: 0 });
});

test('what the API refuses has its code and request id, and what to do', async () => {
  const unknown = await entrada('deposits', 'show', 'b3c7a1f0-5d2e-4a6b-9c8d-7e6f5a4b3c2d');
  expect(unknown).toMatchObject({ stdout: '', code: 1 });
  expect(unknown.stderr).toMatch(/^Charge not found.* \(charge_not_found, request \S+\)\. \S/);
});
