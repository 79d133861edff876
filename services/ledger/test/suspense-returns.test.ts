import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { openLine } from '@entrada/platform/testing/line';
import { freshEventLog } from '../../../test/harness/fresh-event-log.ts';
import { type RunningBank, runBank } from '../../../test/harness/run-bank.ts';
import { runCharges } from '../../../test/harness/run-charges.ts';
import { idOf } from '../src/store/id-of.ts';
import { exceptional, ledgerUnderTest, paidCharge, type UnderTest } from './ledger-under-test.ts';

const resources = new AsyncDisposableStack();
let bank: RunningBank;
let line: Awaited<ReturnType<typeof openLine>>;
let ledger: UnderTest;
let charges: Awaited<ReturnType<typeof runCharges>>;
beforeAll(async () => {
  bank = resources.use(await runBank());
  // Its own event log: what charges hears of these payments is not what is tested here.
  const events = resources.use(await freshEventLog());
  const env = { PROVIDER_CLOCK: 'sandbox' };
  charges = resources.use(await runCharges({ bank, events, env }));
  line = resources.use(await openLine(Number(charges.service.address.split(':').at(-1))));
  ledger = resources.use(await ledgerUnderTest({ CHARGES_ADDRESS: `127.0.0.1:${line.port}` }));
});
afterEach(async () => {
  for (const cut of [line, bank.line]) cut.restore();
  await bank.clearFaults();
});
afterAll(() => resources.disposeAsync());

/** Money that no charge asked for is at the bank and in suspense, of nobody or of a holder. */
async function suspendedPayment(accountId: string | null = null, value = 700) {
  const txid = randomUUID().replaceAll('-', '');
  const paid = JSON.parse(await bank.control('pay-unknown', { txid, value }));
  const { endToEndId } = paid.payments[0];
  const exceptionId = randomUUID();
  const charge = accountId === null ? null : paidCharge({ accountId });
  await ledger.publish(exceptional(charge, { exceptionId, endToEndId, amountCents: value }));
  await eventually(async () => expect(await itemOf(exceptionId)).toBeDefined());
  return { exceptionId, endToEndId };
}

async function itemOf(exceptionId: string) {
  const { items } = await ledger.rpc.listSuspense({ limit: 200, withResolved: true });
  return items.find((item) => item.exceptionId === exceptionId);
}

const decide = (exceptionId: string, decision: string, more: object = {}) =>
  ledger.rpc.resolveSuspense({
    exceptionId,
    decision,
    reason: 'the payer called',
    ...more,
  });

/** The bank settles after a moment of its own clock; the job that tracks returns runs now. */
async function becomes(exceptionId: string, resolution: string): Promise<void> {
  await eventually(async () => {
    await bank.control('clock', { advanceSeconds: 30 });
    await ledger.db.query('update suspended_payment set ask_at = now()');
    expect(await itemOf(exceptionId)).toMatchObject({ resolution });
  });
}

async function violations(): Promise<number> {
  const { metrics: registry } = ledger.service.runtime;
  const metrics = await registry.getSingleMetricAsString('audit_violations_total');
  return Number(/invariant="returns"\} (\d+)/.exec(metrics)?.[1]);
}

type BankRefund = { endToEndId: string; value: number; status: string };
async function returnsOf(endToEndId: string): Promise<BankRefund[]> {
  const { refunds } = await bank.truth('/refunds');
  return (refunds as unknown as BankRefund[]).filter((one) => one.endToEndId === endToEndId);
}

test('a suspended payment goes back to its payer at the bank, once, and only then leaves the books', async () => {
  const accountId = randomUUID();
  const { exceptionId, endToEndId } = await suspendedPayment(accountId);

  const replies = await Promise.all([1, 2, 3].map(() => decide(exceptionId, 'REFUND')));

  for (const { item } of replies) expect(item?.resolution).toMatch(/^REFUND(ING|ED)$/);
  await becomes(exceptionId, 'REFUNDED');
  expect(await returnsOf(endToEndId)).toMatchObject([{ value: 700 }]);
  await ledger.holds(accountId, 0, 0);
  expect((await decide(exceptionId, 'REFUND')).item).toMatchObject({ resolution: 'REFUNDED' });
  expect(await returnsOf(endToEndId)).toHaveLength(1);
  await expect(decide(exceptionId, 'CREDIT', { accountId })).rejects.toMatchObject({
    reason: 'already_decided',
  });
});

test('while it is on its way it stays in suspense, and nobody can be credited with it', async () => {
  const accountId = randomUUID();
  const { exceptionId, endToEndId } = await suspendedPayment(accountId);
  line.cut();

  const { item } = await decide(exceptionId, 'REFUND');

  expect(item).toMatchObject({ resolution: 'REFUNDING' });
  await ledger.holds(accountId, 0, 700);
  await expect(decide(exceptionId, 'CREDIT')).rejects.toMatchObject({ reason: 'already_decided' });
  line.restore();
  await becomes(exceptionId, 'REFUNDED');
  expect(await returnsOf(endToEndId)).toHaveLength(1);
});

test('a return whose answer was lost is found at the bank, and not made again', async () => {
  const { exceptionId, endToEndId } = await suspendedPayment();
  await bank.control('faults', { operation: 'put-devolucao', fault: 'reset', count: 1 });

  await decide(exceptionId, 'REFUND');

  await becomes(exceptionId, 'REFUNDED');
  expect(await returnsOf(endToEndId)).toHaveLength(1);
});

test('a process that dies after it decided leaves the return to another', async () => {
  await using doomed = await ledger.startAnother({ CHARGES_ADDRESS: '127.0.0.1:9' });
  const { exceptionId, endToEndId } = await suspendedPayment();
  const asked = { exceptionId, decision: 'REFUND', reason: 'the payer called' };
  expect((await doomed.rpc.resolveSuspense(asked)).item).toMatchObject({ resolution: 'REFUNDING' });
  expect(await returnsOf(endToEndId)).toEqual([]);
  await doomed[Symbol.asyncDispose]();

  await becomes(exceptionId, 'REFUNDED');

  expect(await returnsOf(endToEndId)).toHaveLength(1);
});

test('what the bank refuses to return is undecided again and says why; it can be tried again, or credited', async () => {
  const accountId = randomUUID();
  const { exceptionId, endToEndId } = await suspendedPayment();
  await bank.control('faults', { operation: 'settle-refund', fault: 'fail', count: 1 });
  await decide(exceptionId, 'REFUND');
  await becomes(exceptionId, '');
  expect((await itemOf(exceptionId))?.failure).not.toBe('');

  await decide(exceptionId, 'REFUND');
  await becomes(exceptionId, 'REFUNDED');

  expect(await itemOf(exceptionId)).toMatchObject({ failure: '' });
  expect((await returnsOf(endToEndId)).length).toBe(2);
  const other = await suspendedPayment();
  await bank.control('faults', { operation: 'settle-refund', fault: 'fail', count: 1 });
  await decide(other.exceptionId, 'REFUND');
  await becomes(other.exceptionId, '');
  await decide(other.exceptionId, 'CREDIT', { accountId });
  await ledger.holds(accountId, 700);
});

test('a return that the bank refuses to report of stays on its way until the bank tells', async () => {
  const { exceptionId, endToEndId } = await suspendedPayment();
  await decide(exceptionId, 'REFUND');
  await bank.control('faults', { operation: 'get-devolucao', fault: '403', count: 1 });

  await becomes(exceptionId, 'REFUNDED');

  expect(await returnsOf(endToEndId)).toHaveLength(1);
});

test('who decides again asks the bank nothing, and a claim lasts longer than any call', async () => {
  const { exceptionId, endToEndId } = await suspendedPayment();
  line.cut();
  await decide(exceptionId, 'REFUND');
  line.restore();

  expect((await decide(exceptionId, 'REFUND')).item).toMatchObject({ resolution: 'REFUNDING' });
  expect(await returnsOf(endToEndId)).toEqual([]);

  await ledger.db.query('update suspended_payment set ask_at = now()');
  await eventually(async () => {
    const { rows } = await ledger.db.query(
      `select ask_at > now() + interval '10 seconds' as far from suspended_payment
        where exception_id = $1 and ask_at > now()`,
      [exceptionId],
    );
    expect(rows).toEqual([{ far: true }]);
  });
  await becomes(exceptionId, 'REFUNDED');
});

test('a return that the bank makes after it refused it stops every other decision, and is reported', async () => {
  const accountId = randomUUID();
  const { exceptionId, endToEndId } = await suspendedPayment(accountId);
  await bank.control('faults', { operation: 'put-devolucao', fault: '403', count: 1 });
  expect((await decide(exceptionId, 'REFUND')).item).toMatchObject({ resolution: '' });
  const refundId = idOf('suspense-return', `${exceptionId} 0`).replaceAll('-', '');
  const before = await violations();
  await charges.rpc.returnPayment({ refundId, endToEndId, valueCents: 700 });

  for (const decision of ['CREDIT', 'REFUND']) {
    await expect(decide(exceptionId, decision)).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'return_under_way',
    });
  }

  expect(await violations()).toBe(before + 2);
  await ledger.holds(accountId, 0, 700);
  expect(await returnsOf(endToEndId)).toHaveLength(1);
});

test('while nobody can tell of a refused return, nothing is decided', async () => {
  const accountId = randomUUID();
  const { exceptionId } = await suspendedPayment(accountId);
  await bank.control('faults', { operation: 'put-devolucao', fault: '403', count: 1 });
  await decide(exceptionId, 'REFUND');
  line.cut();

  await expect(decide(exceptionId, 'CREDIT')).rejects.toMatchObject({
    code: expect.stringMatching(/^(UNAVAILABLE|TIMEOUT)$/),
  });

  line.restore();
  await eventually(() => decide(exceptionId, 'CREDIT'));
  await ledger.holds(accountId, 700);
});

test('a response about a return that is over in the books is reported', async () => {
  const endInBooks = `
    update suspended_payment set resolution = null, resolved_at = null, refusals = 1
     where exception_id = $1 and resolution = 'REFUNDING'`;
  // With another payment where the machine stalled for longer than the ledger waits for charges.
  await eventually(async () => {
    const { exceptionId } = await suspendedPayment();
    const before = await violations();
    bank.line.mute();
    const deciding = decide(exceptionId, 'REFUND');
    await eventually(async () =>
      expect((await ledger.db.query(endInBooks, [exceptionId])).rowCount).toBe(1),
    );
    bank.line.restore();

    expect((await deciding).item).toMatchObject({ resolution: '' });
    expect(await violations()).toBe(before + 1);
  });
});

test('where nobody can return it, it stays undecided', async () => {
  await using alone = await ledger.startAnother({ CHARGES_ADDRESS: '' });
  const { exceptionId } = await suspendedPayment();
  const asked = { exceptionId, decision: 'REFUND', reason: 'the payer called' };

  await expect(alone.rpc.resolveSuspense(asked)).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  expect(await itemOf(exceptionId)).toMatchObject({ resolution: '' });
});
