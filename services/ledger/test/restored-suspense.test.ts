import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { freshEventLog } from '../../../test/harness/fresh-event-log.ts';
import { type RunningBank, runBank } from '../../../test/harness/run-bank.ts';
import { runCharges } from '../../../test/harness/run-charges.ts';
import { idOf } from '../src/store/id-of.ts';
import { exceptional, ledgerUnderTest, paidCharge, type UnderTest } from './ledger-under-test.ts';

const resources = new AsyncDisposableStack();
let bank: RunningBank;
let ledger: UnderTest;
let charges: Awaited<ReturnType<typeof runCharges>>;
beforeAll(async () => {
  bank = resources.use(await runBank());
  // Its own event log: these books never learn what charges publishes, as after a restore.
  const events = resources.use(await freshEventLog());
  charges = resources.use(await runCharges({ bank, events }));
  ledger = resources.use(await ledgerUnderTest({ CHARGES_ADDRESS: charges.service.address }));
});
afterAll(() => resources.disposeAsync());

async function suspendedPayment(accountId: string) {
  const txid = randomUUID().replaceAll('-', '');
  const paid = JSON.parse(await bank.control('pay-unknown', { txid, value: 700 }));
  const { endToEndId } = paid.payments[0];
  const exceptionId = randomUUID();
  const charge = paidCharge({ accountId });
  await ledger.publish(exceptional(charge, { exceptionId, endToEndId, amountCents: 700 }));
  await ledger.holds(accountId, 0, 700);
  return { exceptionId, endToEndId };
}

const credit = (exceptionId: string, { rpc }: Pick<UnderTest, 'rpc'> = ledger) =>
  rpc.resolveSuspense({
    exceptionId,
    decision: 'CREDIT',
    reason: 'the payer called',
  });

const RETURNED = { code: 'CONFLICT', reason: 'return_under_way' };

test('books that forgot a return that they had asked for do not credit its payment', async () => {
  const accountId = randomUUID();
  const { exceptionId, endToEndId } = await suspendedPayment(accountId);
  const refundId = idOf('suspense-return', `${exceptionId} 0`).replaceAll('-', '');
  await charges.rpc.returnPayment({ refundId, endToEndId, valueCents: 700 });

  await expect(credit(exceptionId)).rejects.toMatchObject(RETURNED);

  await ledger.holds(accountId, 0, 700);
});

test('books that do not know of a return of the bank do not credit its payment', async () => {
  await using asking = await ledger.startAnother({ ...bank.env });
  const [accountId, other] = [randomUUID(), randomUUID()];
  const { exceptionId, endToEndId } = await suspendedPayment(accountId);
  const kept = await suspendedPayment(other);
  await bank.control('return', { endToEndId, natureza: 'MED_FRAUDE', notify: false });

  await expect(credit(exceptionId, asking)).rejects.toMatchObject(RETURNED);
  await eventually(() => credit(kept.exceptionId, asking));

  await ledger.holds(accountId, 0, 700);
  await ledger.holds(other, 700);
});

test('a payment of which the bank reports a return that cannot be read is not credited', async () => {
  await using asking = await ledger.startAnother({ ...bank.env });
  const accountId = randomUUID();
  const { exceptionId, endToEndId } = await suspendedPayment(accountId);
  await bank.control('return', { endToEndId, value: 100, natureza: 'MED_FRAUDE', notify: false });
  const fault = { operation: 'get-pix', fault: 'unreadable-returns', count: 10_000 };
  await bank.control('faults', fault);

  await expect(credit(exceptionId, asking)).rejects.toMatchObject({
    ...{ code: 'CONFLICT', reason: 'return_unreadable' },
  });

  await bank.clearFaults();
  await ledger.holds(accountId, 0, 700);
});
