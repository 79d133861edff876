import { ChargesService } from '@entrada/contracts/services';
import { connectGrpc } from '@entrada/platform/grpc/client';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { chargesUnderTest, present } from './charges-under-test.ts';

/** Less than the test waits for a reply, and long enough for a machine that stalls. */
const WAIT_SECONDS = 25;
/** One, and those of earlier tests that the bank did not answer and that are repeated now. */
const LOOKS_MAX = 5;
const quiet = { notify: false } as const;
const FROM_BANK = { status: 'CHARGE_STATUS_PENDING', statusSource: 'STATUS_SOURCE_PROVIDER' };

const charges = forTests(() => chargesUnderTest());
afterEach(() => charges.repair());

/** Queries that took part in a look that another one had begun. */
async function sharedLooks(): Promise<number> {
  const text = await charges.metric('provider_poll_coalesced_total');
  return Number(/_total (\d+)/.exec(text)?.[1]);
}

const bankLooks = () => charges.bankCalls('get-cob');

test('a waiting query is answered when the charge is paid, although another replica learned of it', async () => {
  const charge = await charges.create();
  await using replica = await charges.startAnother();
  await charges.fault('get-cob', 'timeout');
  const waiting = charges.rpc.getCharge({ ...charge, waitSeconds: WAIT_SECONDS });
  // The waiting replica looks at a bank that does not answer it: only the other one can end the wait.
  await eventually(async () => expect(await charges.faultsLeft()).toBe(0));
  const { txid } = await charges.bank.pay(charge.emv, quiet);

  await replica.rpc.notifyPayments({ payments: [{ txid, isReturned: true }] });

  expect(present((await waiting).charge).status).toBe('CHARGE_STATUS_COMPLETED');
});

test('a wait keeps to the deadline of its caller', async () => {
  const made = await charges.create();
  using withDeadline = connectGrpc(ChargesService, {
    address: charges.service.address,
    timeoutMs: 1_500,
    runtime: testRuntime('gateway'),
  });

  // Once more where the machine stalled.
  const { charge } = await eventually(() => withDeadline.getCharge({ ...made, waitSeconds: 30 }));

  expect(present(charge).status).toBe('CHARGE_STATUS_PENDING');
});

test('a waiting query asks the bank at intervals, so a payment that nobody reported ends the wait', async () => {
  const charge = await charges.create();
  const before = await bankLooks();
  const waiting = charges.rpc.getCharge({ ...charge, waitSeconds: WAIT_SECONDS });
  await eventually(async () => expect(await bankLooks()).toBeGreaterThan(before));
  await charges.bank.pay(charge.emv, quiet);

  expect(present((await waiting).charge).status).toBe('CHARGE_STATUS_COMPLETED');
});

test('a listener that lost its connection is replaced, and the wait goes on', async () => {
  const charge = await charges.create();
  const waiting = charges.rpc.getCharge({ ...charge, waitSeconds: WAIT_SECONDS });
  await charges.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'charge-moves' and datname = current_database()`,
  );
  await charges.bank.pay(charge.emv, quiet);

  expect(present((await waiting).charge).status).toBe('CHARGE_STATUS_COMPLETED');
});

test('a hundred queries of one charge at once cost one bank call', async () => {
  const charge = await charges.create();
  const [looks, shared] = [await bankLooks(), await sharedLooks()];
  charges.bank.line.mute();

  const asking = Promise.all(Array.from({ length: 100 }, () => charges.statusOf(charge)));
  await eventually(async () => expect((await sharedLooks()) - shared).toBe(99));
  charges.bank.line.restore();

  expect(await asking).toEqual(Array(100).fill(FROM_BANK));
  expect((await bankLooks()) - looks).toBeLessThan(LOOKS_MAX);
});

test('a query with a short deadline does not fail the longer ones that share its bank call', async () => {
  using withDeadline = connectGrpc(ChargesService, {
    address: charges.service.address,
    timeoutMs: 400,
    runtime: testRuntime('gateway'),
  });
  const charge = await charges.create();
  await charges.bank.pay(charge.emv, quiet);
  const looks = await bankLooks();
  charges.bank.line.mute();

  // On a busy machine the response may miss its 400 ms by a little.
  const short = await eventually(() => withDeadline.getCharge(charge));
  const shared = await sharedLooks();
  const asking = charges.statusOf(charge);
  await eventually(async () => expect((await sharedLooks()) - shared).toBe(1));
  charges.bank.line.restore();

  expect(short.statusSource).toBe('STATUS_SOURCE_STORED');
  expect((await asking).status).toBe('CHARGE_STATUS_COMPLETED');
  expect((await bankLooks()) - looks).toBeLessThan(LOOKS_MAX);
});
