import { randomUUID } from 'node:crypto';
import { transact } from '@entrada/platform/db/transaction';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { freePort } from '@entrada/platform/testing/free-port';
import { freshEventLog } from '../../test/harness/fresh-event-log.ts';
import { runAuth } from '../../test/harness/run-auth.ts';
import { runBank } from '../../test/harness/run-bank.ts';
import { runCharges } from '../../test/harness/run-charges.ts';
import { runLedger } from '../../test/harness/run-ledger.ts';
import { logInAs } from './log-in-as.ts';
import { runOnScreen } from './run-operator.ts';

const WHY = ['--reason', 'bank lost it, case 4711'];
const DENYING = ['put-devolucao', 'get-devolucao', 'get-pix'];

/** Charges and ledger at the sandbox bank, where each decision needs a second person. */
async function deniedUnderTest() {
  await using starting = new AsyncDisposableStack();
  const bank = starting.use(await runBank());
  const events = starting.use(await freshEventLog());
  const auth = starting.use(await runAuth({ OPERATOR_APPROVAL: 'required' }));
  const AUTH_ADDRESS = auth.service.address;
  const GRPC_PORT = String(await freePort());
  const CHARGES_ADDRESS = `127.0.0.1:${GRPC_PORT}`;
  const ledger = starting.use(await runLedger(events, { AUTH_ADDRESS, CHARGES_ADDRESS }));
  const LEDGER_ADDRESS = ledger.service.address;
  const addresses = { AUTH_ADDRESS, CHARGES_ADDRESS, LEDGER_ADDRESS };
  const env = { AUTH_ADDRESS, LEDGER_ADDRESS, GRPC_PORT, PROVIDER_CLOCK: 'sandbox' };
  const charges = starting.use(await runCharges({ bank, events, env }));
  const bruno = starting.use(await logInAs('bruno')).env;
  const resources = starting.move();
  return {
    bank,
    auth,
    ledger,
    charges,
    run: (...args: string[]) => runOnScreen(addresses, ...args),
    advance: (advanceSeconds: number) => bank.control('clock', { advanceSeconds }),
    /** The bank does not know any payment from now on. */
    async deny(): Promise<void> {
      for (const operation of DENYING) {
        await bank.control('faults', { operation, fault: '404', count: 10_000 });
      }
    },
    /** One person asks, another approves. */
    async decide(...args: string[]) {
      const { out, code } = await runOnScreen(addresses, ...args, '--json');
      expect({ out, code }).toEqual({ out: expect.stringContaining('approvalRequired'), code: 3 });
      const { id } = JSON.parse(out).approval;
      return runOnScreen({ ...addresses, ...bruno }, 'approve', id, '--yes');
    },
    async paid(valueCents: number, order: object = {}) {
      const accountId = await auth.newAccount();
      const { charge } = await charges.rpc.createCharge({ accountId, valueCents });
      const { endToEndId } = await bank.pay(charge?.emv ?? '', { notify: false, ...order });
      await charges.rpc.recheckPayments({ ids: [endToEndId] });
      return { accountId, paymentLinkId: charge?.paymentLinkId ?? '', endToEndId };
    },
    balance: (accountId: string, balance: object) =>
      eventually(async () =>
        expect(await ledger.rpc.getBalance({ accountId })).toMatchObject(balance),
      ),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const under = forTests(() => deniedUnderTest());
afterEach(() => under.bank.clearFaults());

const deniedFor = (id: string) =>
  eventually(async () => {
    await under.advance(60);
    const text = 'select from payment_return where id = $1 and denied_since is not null';
    expect((await under.charges.db.query(text, [id])).rowCount).toBe(1);
  });

test('a refund whose payment the bank denies for hours is ended by two people, and a later settlement is booked', async () => {
  const { accountId, paymentLinkId, endToEndId } = await under.paid(5000);
  await under.balance(accountId, { availableCents: 4950 });
  const late = { operation: 'settle-refund', fault: 'delay', ms: 24 * 3_600_000 };
  await under.bank.control('faults', late);
  const idempotency = { key: randomUUID(), fingerprint: 'f' };
  const asked = { accountId, paymentLinkId, valueCents: 3000, idempotency };
  const { refund } = await under.charges.rpc.refundCharge(asked);
  const id = refund?.id ?? '';
  await under.deny();
  const fail = ['refund', 'fail', id, ...WHY];
  await under.balance(accountId, { availableCents: 1950, heldCents: 3000 });
  await deniedFor(id);

  expect(await under.run(...fail)).toEqual({
    out: expect.stringMatching(/The bank denies this payment since .*repeat this after/),
    code: 1,
  });
  await under.advance(5 * 3_600);
  await under.charges.rpc.lookUpReturns({ endToEndId });
  expect(await under.decide(...fail)).toEqual({
    out: expect.stringContaining(
      `Refund ${id} has failed: 3000 cents of payment ${endToEndId} stay here.`,
    ),
    code: 0,
  });
  await under.balance(accountId, { availableCents: 4950, heldCents: 0 });
  expect(await under.charges.rpc.getRefund({ accountId, refundId: id })).toMatchObject({
    refund: { status: 'REFUND_STATUS_FAILED', failureCode: 'bank_denied' },
  });
  expect(await under.run(...fail)).toMatchObject({ out: expect.stringContaining('ended already') });

  await under.bank.clearFaults();
  await under.advance(24 * 3_600);
  await eventually(async () => {
    expect(await under.charges.rpc.lookUpReturns({ endToEndId })).toEqual({ returnedCents: 3000 });
    const { refund: made } = await under.charges.rpc.getRefund({ accountId, refundId: id });
    expect(made).toMatchObject({ status: 'REFUND_STATUS_SETTLED', failure: '' });
  });
  await under.balance(accountId, { availableCents: 1950, heldCents: 0 });
});

test('the return of a suspended payment that the bank denies is ended by two people, and decided again', async () => {
  const from = new Date().toISOString();
  const { accountId, endToEndId } = await under.paid(5000, { value: 5700 });
  await under.balance(accountId, { suspenseCents: 700 });
  const { items } = await under.ledger.rpc.listSuspense({ limit: 10, accountId });
  const exceptionId = items[0]?.exceptionId ?? '';
  const resolution = async () =>
    (await under.ledger.rpc.listSuspense({ limit: 10, accountId })).items[0]?.resolution;
  await under.bank.control('faults', { operation: 'put-devolucao', fault: '404', count: 10_000 });
  await under.decide('suspense', 'refund', exceptionId, ...WHY);
  expect(await resolution()).toBe('REFUNDING');
  const { rows } = await eventually(async () => {
    const text = 'select id from payment_return where end_to_end_id = $1';
    const found = await under.charges.db.query(text, [endToEndId]);
    return found.rowCount === 1 && found;
  });
  await deniedFor(rows[0].id);
  const reopen = ['suspense', 'reopen', exceptionId, ...WHY];

  await under.advance(5 * 3_600);
  await under.charges.rpc.lookUpReturns({ endToEndId });
  await under.deny();
  expect(await under.decide(...reopen)).toMatchObject({ code: 0 });
  await eventually(async () => expect(await resolution()).toBe(''));
  await under.bank.clearFaults();

  // As a restore would.
  await under.ledger.db.query('delete from used_approval');
  expect(await under.run('suspense', 'repeat', '--from', from, ...WHY)).toMatchObject({
    out: expect.stringContaining('No decision about suspense was made'),
    code: 0,
  });
  expect(await resolution()).toBe('');

  expect(await under.decide('suspense', 'credit', exceptionId, ...WHY)).toMatchObject({ code: 0 });
  await under.balance(accountId, { availableCents: 5650, suspenseCents: 0 });
  expect(await under.charges.rpc.lookUpReturns({ endToEndId })).toEqual({ returnedCents: 0 });
});

/** A refund that the bank denies for hours, while it knows the payment. */
async function deniedRefund() {
  const { bank, charges, advance, balance } = under;
  const { accountId, paymentLinkId, endToEndId } = await under.paid(5000);
  await balance(accountId, { availableCents: 4950 });
  await bank.control('faults', { operation: 'put-devolucao', fault: '404', count: 10_000 });
  const idempotency = { key: randomUUID(), fingerprint: 'f' };
  const asked = { accountId, paymentLinkId, valueCents: 3000, idempotency };
  const { refund } = await charges.rpc.refundCharge(asked);
  const id = refund?.id ?? '';
  await deniedFor(id);
  await advance(5 * 3_600);
  // Charges learns the bank's time from its replies.
  await charges.rpc.lookUpReturns({ endToEndId });
  return { id, accountId };
}

const auditedOf = async (id: string) => {
  const text = 'select action from audit_entry where subject = $1';
  return (await under.auth.db.query(text, [`return:${id}`])).rows;
};

test('a refund is not ended while the bank knows its payment, however long it denied the return', async () => {
  const { id, accountId } = await deniedRefund();

  expect(await under.run('refund', 'fail', id, ...WHY)).toEqual({
    out: expect.stringContaining('The bank does not deny this payment'),
    code: 1,
  });
  await under.balance(accountId, { heldCents: 3000 });
});

test('of a refund that settles while two people end it the audit log has no failure', async () => {
  const { id } = await deniedRefund();
  await under.deny();
  const ended = await transact(under.charges.db, async (tx) => {
    await tx.query('select from payment_return where id = $1 for update', [id]);
    const deciding = under.decide('refund', 'fail', id, ...WHY);
    await eventually(async () => {
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%coalesce($10, audit_line)%'`;
      expect((await under.charges.db.query(waiting)).rowCount).toBe(1);
    });
    await tx.query(
      `update payment_return set status = 'SETTLED', settled_at = now() where id = $1`,
      [id],
    );
    return { deciding };
  });

  const said = expect.stringContaining('ended already');
  expect(await ended.deciding).toMatchObject({ out: said, code: 1 });
  expect(await auditedOf(id)).toEqual([]);
});

test('the end of a refund whose process died before the audit log had it is recorded, once', async () => {
  const { id } = await deniedRefund();
  const [actor, subject] = ['operator:ana', `return:${id}`];
  const line = { actor, action: 'return.failed', subject, accountId: '', detail: {} };
  await under.charges.db.query(
    `update payment_return set status = 'FAILED', failure = 'denied', failure_code = 'bank_denied', failed_at = now(),
            audit_line = $2 where id = $1`,
    [id, line],
  );

  await eventually(async () => {
    const text = 'select from payment_return where id = $1 and audit_line is null';
    expect((await under.charges.db.query(text, [id])).rowCount).toBe(1);
  });
  expect(await auditedOf(id)).toEqual([{ action: 'return.failed' }]);
});
