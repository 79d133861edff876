import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { chargesUnderTest, type Link } from './charges-under-test.ts';

export const newKey = () => ({ key: randomUUID(), fingerprint: 'the same' });

type ChargeNames = Link & { readonly id: string };

/** The service beside a ledger that does as the test says. */
export async function refundsUnderTest(env: Readonly<Record<string, string>> = {}) {
  await using starting = new AsyncDisposableStack();
  const charges = starting.use(await chargesUnderTest(env));
  const { ledger } = charges;
  const refundsOf = async ({ id }: Pick<ChargeNames, 'id'>) => {
    const { rows } = await charges.db.query('select * from payment_return where charge_id = $1', [
      id,
    ]);
    return rows;
  };
  const refundEventsOf = async ({ id }: Pick<ChargeNames, 'id'>): Promise<object[]> => {
    const events = await charges.eventsOf(id);
    return events.filter((fact) => 'paymentReturned' in fact || 'returnFailed' in fact);
  };

  const resources = starting.move();
  return {
    charges,
    ledger,
    refundsOf,
    refundEventsOf,
    async repair() {
      ledger.become('holds');
      await charges.repair();
    },
    async paidCharge(valueCents = 5000, accountId: string = randomUUID()) {
      const charge = await charges.create(valueCents, accountId);
      const { endToEndId } = await charges.bank.pay(charge.emv, { notify: false });
      await charges.statusOf(charge);
      return { ...charge, endToEndId };
    },
    refund: ({ accountId, paymentLinkId }: Omit<ChargeNames, 'id'>, more: object = {}) =>
      charges.rpc.refundCharge({ accountId, paymentLinkId, idempotency: newKey(), ...more }),
    /** The bank settles after a moment of its own clock, and we look now and then. */
    settled: (charge: Pick<ChargeNames, 'id'>): Promise<object[]> =>
      eventually(async () => {
        await charges.advanceClock(30);
        const events = await refundEventsOf(charge);
        return events.length > 0 && events;
      }),
    async refundsAtBank(charge: Pick<ChargeNames, 'id'>): Promise<number> {
      const rows = await refundsOf(charge);
      const ids = new Set(rows.map((row) => String(row.id).replaceAll('-', '')));
      const { refunds } = await charges.bank.truth('/refunds');
      return refunds.filter((made) => ids.has(made.id)).length;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

export type RefundsUnderTest = Awaited<ReturnType<typeof refundsUnderTest>>;
