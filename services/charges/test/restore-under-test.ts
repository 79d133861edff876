import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { freshEventLog } from '../../../test/harness/fresh-event-log.ts';
import { runBank } from '../../../test/harness/run-bank.ts';
import { runCharges } from '../../../test/harness/run-charges.ts';
import { runLedger } from '../../../test/harness/run-ledger.ts';
import { type Link, present } from './charges-under-test.ts';

export type MadeCharge = Link & { readonly id: string };

/** The service beside the real ledger, which keeps what a restore of charges loses. */
export async function restoreUnderTest() {
  await using starting = new AsyncDisposableStack();
  const bank = starting.use(await runBank());
  const events = starting.use(await freshEventLog());
  const ledger = starting.use(await runLedger(events));
  const env = { LEDGER_ADDRESS: ledger.service.address, SWEEP_EVERY_MS: '86400000' };
  const charges = starting.use(await runCharges({ bank, events, env }));
  const { rpc, db } = charges;
  const resources = starting.move();
  return {
    rpc,
    db,
    ledger,
    bank,
    address: charges.service.address,
    startAnother: charges.startAnother,
    async create(valueCents: number, wishes: object = {}) {
      const accountId = randomUUID();
      const { charge } = await rpc.createCharge({ accountId, valueCents, ...wishes });
      return { accountId, ...present(charge) };
    },
    /** No callback is made. */
    async pay(emv: string, order: object = {}): Promise<string> {
      return (await bank.pay(emv, { notify: false, force: true, ...order })).endToEndId;
    },
    /** A charge whose payment is booked. */
    async createPaid(valueCents = 5_000, wishes: object = {}) {
      const charge = await this.create(valueCents, wishes);
      const endToEndId = await this.pay(charge.emv);
      await this.recheck(endToEndId);
      await this.booked(charge, valueCents - valueCents / 100);
      return { charge, endToEndId };
    },
    async refundsOf({ accountId, paymentLinkId }: MadeCharge) {
      return (await rpc.listRefunds({ accountId, paymentLinkId, limit: 10 })).refunds;
    },
    /** Charges learns of payments, in this order. */
    async recheck(...ids: string[]): Promise<string[]> {
      const outcomes: string[] = [];
      for (const id of ids) {
        const { results } = await rpc.recheckPayments({ ids: [id] });
        outcomes.push(...results.map(({ outcome }) => outcome.replace('RECHECK_OUTCOME_', '')));
      }
      return outcomes;
    },
    async get(charge: MadeCharge) {
      return present((await rpc.getCharge(charge)).charge);
    },
    booked: ({ accountId }: MadeCharge, availableCents: number, suspenseCents = 0) =>
      eventually(async () =>
        expect(await ledger.rpc.getBalance({ accountId })).toMatchObject({
          availableCents,
          suspenseCents,
        }),
      ),
    /** Restored to a point before all of it: what `lose` removes is lost. While charges runs, so without the check of that. */
    async restore(...losses: readonly (() => Promise<void>)[]): Promise<void> {
      await db.query('update bank_window set listed = null');
      await db.query(`insert into restore (restored_to) values (now() - interval '1 hour')`);
      await refusesChanges(rpc);
      for (const lose of losses) await lose();
    },
    /** As operator recover does, to the end of a run. */
    async recover(skip: string[] = []) {
      for (;;) {
        const done = await rpc.recover({ reason: 'test', skip });
        if (done.isDone || done.isRunOver) return done;
      }
    },
    /** What each payment of the charge is to it. */
    async paymentsOf({ id }: MadeCharge): Promise<Record<string, string>> {
      const { rows } = await db.query(
        `select end_to_end_id, case when completes then 'DEPOSIT' else exception end as kind
           from payment where charge_id = $1`,
        [id],
      );
      return Object.fromEntries(rows.map((row) => [row.end_to_end_id, row.kind]));
    },
    suspendedAsUnknown: (endToEndId: string) =>
      eventually(async () => {
        const { items } = await ledger.rpc.listSuspense({ limit: 100 });
        expect(items).toContainEqual(expect.objectContaining({ endToEndId, kind: 'UNKNOWN_TXID' }));
      }),
    async parkedOf({ id }: MadeCharge): Promise<unknown[]> {
      const text = 'select detail from parked_record where key = $1';
      return (await ledger.db.query(text, [id])).rows;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Every replica looks at the state by itself. */
export function refusesChanges(rpc: Pick<RunningCharges['rpc'], 'recheckPayments'>) {
  return eventually(() =>
    expect(rpc.recheckPayments({ ids: ['1'] })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterMs: 30_000,
    }),
  );
}

type RunningCharges = Awaited<ReturnType<typeof runCharges>>;
