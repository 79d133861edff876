import { randomUUID } from 'node:crypto';
import type { Charge } from '@entrada/contracts/gen/charges/v1/Charge';
import { ChargeEvent } from '@entrada/contracts/services';
import { freshEventLog } from '../../../test/harness/fresh-event-log.ts';
import { runBank } from '../../../test/harness/run-bank.ts';
import { runCharges } from '../../../test/harness/run-charges.ts';

/** The service, the sandbox bank it calls and the event log it announces on, for one test file. */
export async function chargesUnderTest(env: Readonly<Record<string, string>> = {}) {
  await using starting = new AsyncDisposableStack();
  const bank = starting.use(await runBank());
  const events = starting.use(await freshEventLog());
  const { rpc, db, service, startAnother } = starting.use(await runCharges({ bank, events, env }));
  const resources = starting.move();

  return {
    bank,
    events,
    rpc,
    db,
    service,
    startAnother,
    async create(valueCents = 5000, accountId: string = randomUUID()) {
      const { charge } = await rpc.createCharge({ accountId, valueCents });
      return { accountId, ...present(charge) };
    },
    async statusOf({ accountId, paymentLinkId }: { accountId: string; paymentLinkId: string }) {
      const { charge, statusSource } = await rpc.getCharge({ accountId, paymentLinkId });
      return { status: present(charge).status, statusSource };
    },
    async stored(id: string) {
      const { rows } = await db.query('select * from charge where id = $1', [id]);
      return rows[0];
    },
    async outboxOf(id: string) {
      const { rows } = await db.query('select * from outbox where key = $1', [id]);
      return rows;
    },
    /** What was announced about a charge, oldest first, by the name of the fact. */
    async factsOf(key: string) {
      const { rows } = await db.query('select value from outbox where key = $1 order by id', [key]);
      return rows.map(({ value }) => {
        const { fact, ...facts } = ChargeEvent.deserialize(value);
        return fact ? { [fact]: facts[fact] } : {};
      });
    },
    async countCharges(): Promise<number> {
      const { rows } = await db.query<{ count: number }>('select count(*) from charge');
      return rows[0]?.count ?? 0;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

export type UnderTest = Awaited<ReturnType<typeof chargesUnderTest>>;

export function present(charge: Charge | null): Charge {
  if (!charge) throw new Error('The reply holds no charge');
  return charge;
}
