import { randomUUID } from 'node:crypto';
import { transact } from '@entrada/platform/db/transaction';
import { eventually } from '@entrada/platform/testing/eventually';
import { freshEventLog } from '../../../test/harness/fresh-event-log.ts';
import { type RunningBank, runBank } from '../../../test/harness/run-bank.ts';
import { runCharges } from '../../../test/harness/run-charges.ts';
import { auditNow } from './audit-window.ts';
import { exceptional, ledgerUnderTest, type UnderTest } from './ledger-under-test.ts';

const TEST_MAX_MS = 120_000;

let ledger: UnderTest;
let bank: RunningBank;
let charges: Awaited<ReturnType<typeof runCharges>>;
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  ledger = resources.use(await ledgerUnderTest());
  bank = resources.use(await runBank());
  // Its own event log: these payments are published to the ledger by the test.
  const events = resources.use(await freshEventLog());
  const env = { LEDGER_ADDRESS: ledger.service.address, SWEEP_EVERY_MS: '3600000' };
  charges = resources.use(await runCharges({ bank, events, env }));
});
afterAll(() => resources.disposeAsync());

/** Changes what only somebody with all rights over the database can change. */
async function corrupt(statement: string, values: unknown[]): Promise<void> {
  await transact(ledger.db, async (tx) => {
    await tx.query('set local session_replication_role = replica');
    expect((await tx.query(statement, values)).rowCount).toBeGreaterThan(0);
  });
}

/** A payment that completed no charge, and that an operator had returned to its payer. */
async function suspendedAndReturned(): Promise<{ endToEndId: string; exceptionId: string }> {
  const txid = randomUUID().replaceAll('-', '');
  const paidOut = JSON.parse(await bank.control('pay-unknown', { txid, value: 700 }));
  const { endToEndId } = paidOut.payments[0];
  const exceptionId = randomUUID();
  await ledger.publish(exceptional(null, { exceptionId, endToEndId, amountCents: 700 }));
  const suspended = () => suspendedOf(endToEndId);
  await eventually(async () => expect(await suspended()).toBeDefined());
  const operator = { reason: 'the payer called' };
  await using deciding = await ledger.startAnother({ CHARGES_ADDRESS: charges.service.address });
  await deciding.rpc.resolveSuspense({ exceptionId, decision: 'REFUND', ...operator });
  await eventually(
    async () => {
      await ledger.db.query('update suspended_payment set ask_at = now()');
      expect(await suspended()).toMatchObject({ resolution: 'REFUNDED' });
    },
    { timeoutMs: TEST_MAX_MS / 2 },
  );
  return { endToEndId, exceptionId };
}

async function suspendedOf(endToEndId: string) {
  const { items } = await ledger.rpc.listSuspense({ limit: 200, withResolved: true });
  return items.find((item) => item.endToEndId === endToEndId);
}

async function returnLinesAbout(endToEndId: string): Promise<string[]> {
  const lines = await auditNow(ledger, {
    ...bank.env,
    CHARGES_ADDRESS: charges.service.address,
  });
  return lines.filter((line) => line.startsWith('returns:') && line.includes(endToEndId));
}

const REFUND_OF = `(select id from ledger_transaction where reference = $1 and kind = 'SUSPENSE_REFUND')`;

test(
  'a refund of a suspended payment that the bank paid and the books lack is reported, and none on which they agree',
  async () => {
    const { endToEndId, exceptionId } = await suspendedAndReturned();
    expect(await returnLinesAbout(endToEndId)).toEqual([]);

    await corrupt(`delete from entry where transaction_id = ${REFUND_OF}`, [exceptionId]);
    await corrupt(`delete from ledger_transaction where id = ${REFUND_OF}`, [exceptionId]);

    expect(await returnLinesAbout(endToEndId)).toEqual([
      expect.stringMatching(
        /^returns: bank, payment \w+, return \w+: expected 700 cents booked as returned, found 0$/,
      ),
    ]);
  },
  TEST_MAX_MS,
);

test(
  'a refund of a suspended payment that is booked and that the bank never paid is reported',
  async () => {
    const { endToEndId, exceptionId } = await suspendedAndReturned();

    await bank.db.query('delete from refund where end_to_end_id = $1', [endToEndId]);

    expect(await returnLinesAbout(endToEndId)).toEqual([
      `returns: payment ${endToEndId}, SUSPENSE_REFUND ${exceptionId}: expected 700 cents returned by the bank, found 0`,
    ]);
  },
  TEST_MAX_MS,
);
