import { randomBytes, randomUUID } from 'node:crypto';
import type {
  ChargeCompleted,
  ChargeCompletedInput,
} from '@entrada/contracts/gen/events/v1/ChargeCompleted';
import { ChargeEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { EVENT_ID_HEADER, type EventRecord } from '@entrada/platform/events/event-log';
import { factId } from '@entrada/platform/events/fact-id';
import { freshEventLog } from '../../../test/harness/fresh-event-log.ts';
import { runLedger } from '../../../test/harness/run-ledger.ts';

export type Entry = {
  readonly account: string;
  readonly amount_cents: number;
  readonly balance_cents: number | null;
};

const ENTRIES_OF_CHARGE = `
  select account, amount_cents, balance_cents
    from entry
    join ledger_transaction as t on t.id = entry.transaction_id
   where t.charge_id = $1
   order by entry.id`;

/** The service, driven by what is published on its topic and read through its RPC. */
export async function ledgerUnderTest() {
  await using starting = new AsyncDisposableStack();
  const events = starting.use(await freshEventLog());
  const { rpc, db, service, startAnother } = starting.use(await runLedger(events));
  const resources = starting.move();
  return {
    events,
    rpc,
    db,
    service,
    startAnother,
    publish: (...records: readonly EventRecord[]) => events.publish(records),
    balanceOf: (accountId: string) => rpc.getBalance({ accountId }),
    async entriesOf(chargeId: string): Promise<Entry[]> {
      return (await db.query<Entry>(ENTRIES_OF_CHARGE, [chargeId])).rows;
    },
    async parkedOf(key: string): Promise<{ reason: string; detail: string }[]> {
      const text = 'select reason, detail from parked_record where key = $1 order by log_offset';
      return (await db.query(text, [key])).rows;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

export type UnderTest = Awaited<ReturnType<typeof ledgerUnderTest>>;
/** A charge that was paid, as charges tells of it. */
export function paidCharge(overrides: Partial<ChargeCompleted> = {}) {
  const now = new Date().toISOString();
  return {
    chargeId: randomBytes(12).toString('hex'),
    accountId: randomUUID() as string,
    paymentLinkId: randomUUID() as string,
    valueCents: 5000,
    originalValueCents: 5000,
    feeCents: 50,
    paidCents: 5000,
    endToEndId: `E00000000202611201200${randomBytes(6).toString('hex').slice(0, 11)}`,
    createdAt: now,
    paidAt: now,
    confirmedAt: now,
    ...overrides,
  };
}

export function completed(charge: ChargeCompletedInput): EventRecord {
  const chargeId = charge.chargeId ?? '';
  return {
    topic: Topic.Charges,
    key: chargeId,
    value: ChargeEvent.serialize({ chargeCompleted: charge }),
    headers: { [EVENT_ID_HEADER]: factId('charge-completed', chargeId) },
  };
}

/** A record of a key of its own that no reader can make sense of. */
export function nonsense(): EventRecord {
  return {
    topic: Topic.Charges,
    key: randomUUID(),
    value: Buffer.from('nonsense'),
    headers: { [EVENT_ID_HEADER]: randomUUID() },
  };
}
