import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { openApiDocument } from '../../../services/gateway/src/transport/openapi/document.ts';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { KEYED_CALLS } from '../src/client.ts';
import { Entrada } from '../src/entrada.ts';
import { EntradaError } from '../src/entrada-error.ts';
import { type Fate, openBadLine } from './bad-line.ts';

let apiKey: string;
let entrada: Entrada;
const system = forTests(() => sharedSystem());

beforeEach(async () => {
  apiKey = (await system.newAccount()).key;
  entrada = new Entrada({ apiKey, baseUrl: system.baseUrl });
});

async function countDeposits(): Promise<number> {
  return (await entrada.deposits.list().page()).charges.length;
}

test.each<[Fate, number | undefined]>([
  ['cut off', undefined],
  ['cut in the middle', undefined],
  ['withheld', 2_000],
])(
  'a create whose reply is %s is repeated with its key and makes one charge',
  async (fate, timeoutMs) => {
    await using line = await openBadLine(system.baseUrl, [fate]);
    const client = new Entrada({ apiKey, baseUrl: line.url, timeoutMs, maxRetries: 5 });

    const deposit = await client.deposits.create({ value: 5_000 });

    expect(await countDeposits()).toBe(1);
    expect((await entrada.deposits.get(deposit.paymentLinkId)).value).toBe(5_000);
    const keys = line.seen.map(({ idempotencyKey }) => idempotencyKey);
    expect(keys.length).toBeGreaterThanOrEqual(2);
    expect(new Set(keys).size).toBe(1);
  },
);

test('a create that failed for good is repeated by the caller with the key of the error', async () => {
  await using line = await openBadLine(system.baseUrl, ['cut off']);
  const client = new Entrada({ apiKey, baseUrl: line.url, maxRetries: 0 });
  const failure = await client.deposits.create({ value: 5_000 }).catch((error) => error);
  expect(failure).toBeInstanceOf(EntradaError);

  const { idempotencyKey } = failure;
  await client.deposits.create({ value: 5_000 }, { idempotencyKey });

  expect(await countDeposits()).toBe(1);
});

test('a create that is aborted in the middle is not sent again', async () => {
  await using line = await openBadLine(system.baseUrl, ['withheld']);
  const client = new Entrada({ apiKey, baseUrl: line.url });
  const abort = new AbortController();
  const creating = client.deposits.create({ value: 5_000 }, { signal: abort.signal });
  await eventually(async () => (await countDeposits()) === 1);

  abort.abort();

  await expect(creating).rejects.toMatchObject({ name: 'AbortError' });
  expect(line.seen).toHaveLength(1);
});

test('a refund and a cancellation whose replies are cut off are done once', async () => {
  await using line = await openBadLine(system.baseUrl, []);
  const client = new Entrada({ apiKey, baseUrl: line.url });
  const paid = await client.deposits.create({ value: 10_000 });
  await system.bank.pay(paid.emv, { notify: true });
  await client.deposits.waitUntilPaid(paid.paymentLinkId);
  await eventually(async () => (await entrada.balance()).available > 0);
  const open = await client.deposits.create({ value: 700 });

  await using refunding = await openBadLine(system.baseUrl, ['cut off']);
  const hasty = new Entrada({ apiKey, baseUrl: refunding.url });
  const refund = await hasty.deposits.refund(paid.paymentLinkId, { value: 1_000 });
  await using canceling = await openBadLine(system.baseUrl, ['cut off']);
  const canceled = await new Entrada({ apiKey, baseUrl: canceling.url }).deposits.cancel(
    open.paymentLinkId,
  );

  const { refunds } = await entrada.deposits.refunds(paid.paymentLinkId).page();
  expect(refunds.map(({ id, value }) => ({ id, value }))).toEqual([
    { id: refund.id, value: 1_000 },
  ]);
  expect(canceled.status).toBe('CANCELED');
  expect([refunding.seen.length, canceling.seen.length]).toEqual([2, 2]);
});

test('an endpoint whose reply is cut off is not created a second time', async () => {
  await using line = await openBadLine(system.baseUrl, ['cut off']);
  const client = new Entrada({ apiKey, baseUrl: line.url });
  const creating = client.webhooks.create({
    name: 'Shop',
    url: 'http://localhost:9/hook',
    enabled: false,
  });
  await expect(creating).rejects.toMatchObject({ code: 'network_error' });
  expect(line.seen).toHaveLength(1);
  expect(await entrada.webhooks.list()).toHaveLength(1);
});

test('the calls that are retried because of their Idempotency-Key are those that honour it', () => {
  const { paths } = openApiDocument('https://pay.example.com');
  const honouring = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => JSON.stringify(operation).includes('"Idempotency-Key"'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(honouring.sort()).toEqual([...KEYED_CALLS].sort());
});
