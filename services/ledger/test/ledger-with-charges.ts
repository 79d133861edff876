import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { openLine } from '@entrada/platform/testing/line';
import { runBank } from '../../../test/harness/run-bank.ts';
import { runCharges } from '../../../test/harness/run-charges.ts';
import { ledgerUnderTest } from './ledger-under-test.ts';

type BankRefund = { readonly endToEndId: string; readonly value: number; readonly status: string };

/** Ledger and charges on one event log, at the bank; the line between them can be cut. */
export async function ledgerWithCharges() {
  await using starting = new AsyncDisposableStack();
  const bank = starting.use(await runBank());
  const first = starting.use(await ledgerUnderTest());
  const { events, service } = first;
  const env = { PROVIDER_CLOCK: 'sandbox', LEDGER_ADDRESS: service.address };
  const charges = starting.use(await runCharges({ bank, events, env }));
  const line = starting.use(await openLine(Number(charges.service.address.split(':').at(-1))));
  const address = { CHARGES_ADDRESS: `127.0.0.1:${line.port}` };
  // Each needs the address of the other, so a second replica decides.
  const { rpc } = starting.use(await first.startAnother(address));
  const ledger = { ...first, rpc };

  const itemOf = async (endToEndId: string) => {
    const { items } = await ledger.rpc.listSuspense({ limit: 200, withResolved: true });
    return items.find((item) => item.endToEndId === endToEndId);
  };

  const payUnderpaid = async (accountId: string, value: number): Promise<string> => {
    const { charge } = await charges.rpc.createCharge({ accountId, valueCents: 5000 });
    return (await bank.pay(charge?.emv ?? '', { value })).endToEndId;
  };
  const payUnknown = async (value: number): Promise<string> => {
    const txid = randomUUID().replaceAll('-', '');
    return JSON.parse(await bank.control('pay-unknown', { txid, value })).payments[0].endToEndId;
  };

  const resources = starting.move();
  return {
    address,
    bank,
    charges,
    ledger,
    line,
    itemOf,
    /** Money that completes no charge is at the bank and in suspense, of nobody or of a holder. */
    async suspendedPayment(accountId: string | null = null) {
      const endToEndId = await (accountId === null
        ? payUnknown(700)
        : payUnderpaid(accountId, 700));
      return eventually(async () => {
        await bank.control('clock', { advanceSeconds: 120 });
        await charges.rpc.recheckPayments({ ids: [endToEndId] });
        const item = await itemOf(endToEndId);
        return item ? { exceptionId: item.exceptionId, endToEndId } : false;
      });
    },
    /** The bank settles after a moment of its own clock; the job that hands returns over runs now. */
    async becomes(endToEndId: string, resolution: string): Promise<void> {
      await eventually(async () => {
        await bank.control('clock', { advanceSeconds: 30 });
        await ledger.db.query('update suspended_payment set ask_at = now()');
        expect(await itemOf(endToEndId)).toMatchObject({ resolution });
      });
    },
    async returnsOf(endToEndId: string): Promise<BankRefund[]> {
      const { refunds } = await bank.truth('/refunds');
      return (refunds as unknown as BankRefund[]).filter((one) => one.endToEndId === endToEndId);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
