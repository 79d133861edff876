import { ChargesService } from '@entrada/contracts/services';
import { connectGrpc } from '@entrada/platform/grpc/client';
import { eventually } from '@entrada/platform/testing/eventually';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { chargesUnderTest, present, type UnderTest } from './charges-under-test.ts';

const quiet = { notify: false } as const;

let charges: UnderTest;
beforeAll(async () => {
  charges = await chargesUnderTest();
});
afterEach(async () => {
  charges.bank.line.restore();
  await charges.bank.clearFaults();
});
afterAll(() => charges[Symbol.asyncDispose]());

async function metricValue(name: string): Promise<number> {
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(await charges.metric(name))?.[1]);
}

async function bankLooks(): Promise<number> {
  const text = await charges.metric('provider_request_duration_seconds');
  return Number(/_count\{operation="get-cob",outcome="ok"\} (\d+)/.exec(text)?.[1] ?? 0);
}

test('a waiting query is answered when the charge is paid, although another replica learned of it', async () => {
  const charge = await charges.create();
  const { accountId, paymentLinkId } = charge;
  await using replica = await charges.startAnother();
  let isAnswered = false;
  const waiting = charges.rpc
    .getCharge({ accountId, paymentLinkId, waitSeconds: 9 })
    .finally(() => {
      isAnswered = true;
    });
  // The waiting replica has looked and now sleeps.
  await eventually(async () => expect(await bankLooks()).toBeGreaterThan(0));
  const { txid } = await charges.bank.pay(charge.emv, quiet);
  expect(isAnswered).toBe(false);

  await replica.rpc.notifyPayments({ txids: [txid] });
  const confirmedMs = performance.now();
  const { charge: found } = await waiting;

  expect(present(found).status).toBe('CHARGE_STATUS_COMPLETED');
  // Its own next look at the bank would be up to two seconds away.
  expect(performance.now() - confirmedMs).toBeLessThan(1_000);
});

test('a wait that ends without news shows the charge as it is', async () => {
  const { accountId, paymentLinkId } = await charges.create();
  const startedMs = performance.now();

  const { charge } = await charges.rpc.getCharge({ accountId, paymentLinkId, waitSeconds: 1 });

  expect(present(charge).status).toBe('CHARGE_STATUS_PENDING');
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(1_000);
});

test('a wait keeps to the deadline of its caller', async () => {
  const { accountId, paymentLinkId } = await charges.create();
  using withDeadline = connectGrpc(ChargesService, {
    address: charges.service.address,
    timeoutMs: 1_500,
    runtime: testRuntime('gateway'),
  });

  const { charge } = await withDeadline.getCharge({ accountId, paymentLinkId, waitSeconds: 30 });

  expect(present(charge).status).toBe('CHARGE_STATUS_PENDING');
});

test('a waiting query asks the bank at intervals, so a payment that nobody reported ends the wait', async () => {
  const charge = await charges.create();
  const { accountId, paymentLinkId } = charge;
  const before = await bankLooks();
  const waiting = charges.rpc.getCharge({ accountId, paymentLinkId, waitSeconds: 9 });
  await eventually(async () => expect(await bankLooks()).toBeGreaterThan(before));
  await charges.bank.pay(charge.emv, quiet);

  expect(present((await waiting).charge).status).toBe('CHARGE_STATUS_COMPLETED');
});

test('a listener that lost its connection is replaced, and the wait goes on', async () => {
  const charge = await charges.create();
  const { accountId, paymentLinkId } = charge;
  const waiting = charges.rpc.getCharge({ accountId, paymentLinkId, waitSeconds: 9 });
  await charges.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'charge-moves' and datname = current_database()`,
  );
  await charges.bank.pay(charge.emv, quiet);

  expect(present((await waiting).charge).status).toBe('CHARGE_STATUS_COMPLETED');
});

test.each([-1, 31])('a wait of %d seconds is refused', async (waitSeconds) => {
  const { accountId, paymentLinkId } = await charges.create();
  await expect(
    charges.rpc.getCharge({ accountId, paymentLinkId, waitSeconds }),
  ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

test('a hundred queries of one charge at once cost one bank call', async () => {
  const charge = await charges.create();
  await charges.fault('get-cob', 'slow', { ms: 1_000 });
  const before = await bankLooks();

  await Promise.all(Array.from({ length: 100 }, () => charges.statusOf(charge)));

  expect((await bankLooks()) - before).toBeLessThan(5);
  expect(await metricValue('provider_poll_coalesced_total')).toBeGreaterThan(90);
});

test('a query with a short deadline does not fail the longer ones that share its bank call', async () => {
  await charges.fault('get-cob', 'slow', { ms: 1_000 });
  using withDeadline = connectGrpc(ChargesService, {
    address: charges.service.address,
    timeoutMs: 400,
    runtime: testRuntime('gateway'),
  });
  const askBoth = async () => {
    const charge = await charges.create();
    const { accountId, paymentLinkId } = charge;
    await charges.bank.pay(charge.emv, quiet);
    return Promise.all([
      withDeadline.getCharge({ accountId, paymentLinkId }),
      charges.statusOf(charge),
    ]);
  };

  // On a busy machine the response may miss its 400 ms by a little.
  const [short, long] = await eventually(askBoth, { timeoutMs: 15_000 });

  expect(short.statusSource).toBe('STATUS_SOURCE_STORED');
  expect(long.status).toBe('CHARGE_STATUS_COMPLETED');
});

test('beyond the budget of bank calls queries answer as stored', async () => {
  await using frugal = await chargesUnderTest({ PROVIDER_POLLS_PER_SECOND: '2' });
  const created = await Promise.all(Array.from({ length: 12 }, () => frugal.create()));

  const replies = await Promise.all(created.map((charge) => frugal.statusOf(charge)));

  const asked = replies.filter(({ statusSource }) => statusSource === 'STATUS_SOURCE_PROVIDER');
  expect(asked.length).toBeGreaterThanOrEqual(2);
  expect(asked.length).toBeLessThan(12);
  expect(await frugal.metric('provider_poll_skipped_total')).toMatch(/_total [1-9]/);
});
