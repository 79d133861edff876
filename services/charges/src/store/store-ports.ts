import { jobStore } from '@entrada/platform/db/job-store';
import { transact } from '@entrada/platform/db/transaction';
import type { Finished } from '@entrada/platform/telemetry/job-metrics';
import type { Pool } from 'pg';
import type { Charge } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';
import { chargeHint, type NoteChanges, notingInserts } from './charge-hints.ts';
import { chargeStore, lockCharge } from './charge-store.ts';
import { historyStore } from './history-store.ts';
import { hourStore } from './hour-store.ts';
import { listAccounts } from './list-accounts.ts';
import { filterNew, paymentStore } from './payment-store.ts';
import { pruner } from './prune.ts';
import { recordSettlement } from './record-settlement.ts';
import {
  endRefund,
  findRefund,
  insertRefund,
  refundStore,
  refundsUnderWayCents,
  refundUnder,
} from './refund-store.ts';
import { type CurrentOwner, requestStore } from './request-store.ts';
import { findReturned, recordReturn, returnsOf } from './return-store.ts';
import { termsStore } from './terms-store.ts';
import { unclearStore } from './unclear-store.ts';
import { countVelocity, madeOn } from './velocity-store.ts';

type StorePorts = Pick<
  Ports,
  | 'charges'
  | 'madeOn'
  | 'terms'
  | 'requests'
  | 'payments'
  | 'unclear'
  | 'refunds'
  | 'history'
  | 'hours'
  | 'listAccounts'
  | 'jobs'
  | 'prune'
  | 'transact'
>;

/** Everything that one Postgres database keeps for us. */
export function storePorts(
  pool: Pool,
  owner: CurrentOwner,
  note: NoteChanges,
  finished?: Finished,
): StorePorts {
  return {
    charges: notingInserts(chargeStore(pool), note),
    madeOn: (counted) => madeOn(pool, counted),
    terms: termsStore(pool),
    requests: requestStore(pool, owner),
    payments: paymentStore(pool),
    unclear: unclearStore(pool),
    refunds: refundStore(pool),
    history: historyStore(pool),
    hours: hourStore(pool),
    listAccounts: (after, limit) => listAccounts(pool, after, limit),
    jobs: jobStore(pool, { column: 'watermark', finished }),
    prune: pruner(pool),
    transact: async (work) => {
      const moved = new Map<string, Charge>();
      const result = await transact(pool, (tx) =>
        work({
          lockCharge: (id) => lockCharge(tx, id),
          filterNew: (payments) => filterNew(tx, payments),
          record: async (settlement, source, requester) => {
            await recordSettlement(tx, settlement, source, requester);
            moved.set(settlement.charge.id, settlement.charge);
          },
          refundUnder: (request) => refundUnder(tx, request),
          findRefund: (id) => findRefund(tx, id),
          refundsUnderWayCents: (chargeId) => refundsUnderWayCents(tx, chargeId),
          countVelocity: (counted) => countVelocity(tx, counted),
          insertRefund: (refund, by) => insertRefund(tx, refund, by),
          findReturned: (endToEndId) => findReturned(tx, endToEndId),
          returnsOf: (endToEndIds) => returnsOf(tx, endToEndIds),
          recordReturn: (found, one) => recordReturn(tx, found, one),
          endRefund: async (charge, refund, end) => {
            const ended = await endRefund(tx, charge, refund, end);
            moved.set(charge.id, charge);
            return ended;
          },
        }),
      );
      note([...moved.values()].map(chargeHint));
      return result;
    },
  };
}
