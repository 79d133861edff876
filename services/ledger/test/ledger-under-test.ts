import { randomBytes, randomUUID } from 'node:crypto';
import type {
  ChargeCompleted,
  ChargeCompletedInput,
} from '@entrada/contracts/gen/events/v1/ChargeCompleted';
import type { ChargeEventInput } from '@entrada/contracts/gen/events/v1/ChargeEvent';
import type { LedgerEvent as LedgerEventOutput } from '@entrada/contracts/gen/events/v1/LedgerEvent';
import type { PaymentExceptionInput } from '@entrada/contracts/gen/events/v1/PaymentException';
import { ChargeEvent, LedgerEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { transact } from '@entrada/platform/db/transaction';
import { EVENT_ID_HEADER, type EventRecord } from '@entrada/platform/events/event-log';
import { eventIdOf } from '@entrada/platform/events/outbox';
import { eventually } from '@entrada/platform/testing/eventually';
import type { Pool } from 'pg';
import { freshEventLog } from '../../../test/harness/fresh-event-log.ts';
import { runLedger } from '../../../test/harness/run-ledger.ts';
import { refundBankId } from '../src/domain/payment-return.ts';

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
export async function ledgerUnderTest(env: Readonly<Record<string, string>> = {}) {
  await using starting = new AsyncDisposableStack();
  const events = starting.use(await freshEventLog());
  const { rpc, db, appUrl, service, startAnother } = starting.use(await runLedger(events, env));
  const resources = starting.move();
  return {
    events,
    rpc,
    db,
    appUrl,
    service,
    startAnother,
    publish: (...records: readonly EventRecord[]) => events.publish(records),
    balanceOf: (accountId: string) => rpc.getBalance({ accountId }),
    async holds(
      accountId: string,
      availableCents: number,
      suspenseCents = 0,
      owedCents = 0,
      heldCents?: number,
    ): Promise<void> {
      const held = heldCents === undefined ? {} : { heldCents };
      const balance = { availableCents, suspenseCents, owedCents, ...held };
      await eventually(async () =>
        expect(await rpc.getBalance({ accountId })).toMatchObject(balance),
      );
    },
    async published(key: string): Promise<LedgerEventOutput[]> {
      const records = await events.recordsOf(Topic.Ledger);
      const own = records.filter((record) => record.key === key);
      return own.map(({ value }) => LedgerEvent.deserialize(value));
    },
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

/** Changes what only somebody with all rights over a database can change. */
export async function corrupt(db: Pool, statement: string, values: unknown[]): Promise<void> {
  await transact(db, async (tx) => {
    await tx.query('set local session_replication_role = replica');
    expect((await tx.query(statement, values)).rowCount).toBeGreaterThan(0);
  });
}

/** A charge that was paid, as charges tells of it. */
export function paidCharge(overrides: Partial<ChargeCompleted> = {}) {
  const now = new Date().toISOString();
  return {
    chargeId: randomBytes(12).toString('hex'),
    accountId: randomUUID() as string,
    paymentLinkId: randomUUID() as string,
    valueCents: 5000,
    originalValueCents: overrides.valueCents ?? 5000,
    feeCents: 50,
    paidCents: 5000,
    endToEndId: endToEndId(),
    createdAt: now,
    paidAt: now,
    confirmedAt: now,
    ...overrides,
  };
}

export function completed(charge: ChargeCompletedInput): EventRecord {
  const chargeId = charge.chargeId ?? '';
  return chargeRecord(chargeId, eventIdOf('charge-completed', chargeId), {
    chargeCompleted: charge,
  });
}

/** What is published of a charge beside a payment of it. */
export function summaryOf(charge: ChargeCompleted | ReturnType<typeof paidCharge>) {
  const { chargeId, accountId, paymentLinkId, createdAt } = charge;
  const { valueCents, originalValueCents, feeCents } = charge;
  const amounts = { valueCents, originalValueCents, feeCents };
  return { chargeId, accountId, paymentLinkId, createdAt, externalId: '', ...amounts };
}

/** A payment that completes nothing; without a charge it is for a txid that nobody knows. */
export function exceptional(
  charge: ReturnType<typeof paidCharge> | null,
  overrides: PaymentExceptionInput = {},
): EventRecord {
  const now = new Date().toISOString();
  const exception = {
    exceptionId: randomUUID(),
    kind: charge ? ('EXCEPTION_KIND_UNDERPAID' as const) : ('EXCEPTION_KIND_UNKNOWN_TXID' as const),
    amountCents: 700,
    endToEndId: endToEndId(),
    txid: randomBytes(16).toString('hex'),
    paidAt: now,
    foundAt: now,
    ...(charge && { charge: summaryOf(charge) }),
    ...overrides,
  };
  const key = charge?.chargeId ?? exception.txid;
  return chargeRecord(key, eventIdOf('payment-exception', exception.endToEndId), {
    paymentException: exception,
  });
}

/** A refund that an account asks for, as charges asks the ledger to hold it. */
export function holdOf(
  charge: ReturnType<typeof paidCharge>,
  valueCents: number,
  refundId: string = randomUUID(),
) {
  const { accountId, chargeId, paymentLinkId, endToEndId } = charge;
  return { refundId, accountId, chargeId, paymentLinkId, endToEndId, valueCents };
}

export type Origin = 'CLIENT' | 'OPERATOR' | 'BANK';
type RefundFields = { readonly refundId: string; readonly valueCents: number };
type ReturnFields = {
  readonly returnId: string;
  readonly valueCents: number;
  readonly bankReturnId?: string;
  readonly origin?: Origin;
};
/** Without a charge nobody's is known. */
type Returnable = ReturnType<typeof paidCharge> | { readonly endToEndId: string };

export function settled(charge: ReturnType<typeof paidCharge>, refund: RefundFields): EventRecord {
  return returned(charge, asReturn(refund));
}

export function failed(charge: ReturnType<typeof paidCharge>, refund: RefundFields): EventRecord {
  return returnFailed(charge, asReturn(refund));
}

function asReturn({ refundId: returnId, valueCents }: RefundFields): ReturnFields {
  return { returnId, valueCents, origin: 'CLIENT' };
}

/** The bank has returned money of a payment, by itself unless somebody else asked for it. */
export function returned(payment: Returnable, one: ReturnFields): EventRecord {
  const now = new Date().toISOString();
  const { key, fact } = returnFact(payment, one);
  const paymentReturned = {
    ...fact,
    natureza: fact.origin === 'RETURN_ORIGIN_BANK' ? 'MED_FRAUDE' : '',
    refundedCents: fact.charge ? one.valueCents : 0,
    returnedAt: now,
    foundAt: now,
  };
  return chargeRecord(key, eventIdOf('payment-returned', one.returnId), { paymentReturned });
}

export function returnFailed(payment: Returnable, one: ReturnFields): EventRecord {
  const { key, fact } = returnFact(payment, one);
  const failedAt = new Date().toISOString();
  return chargeRecord(key, eventIdOf('return-failed', one.returnId), {
    returnFailed: { ...fact, reason: 'refused', failureCode: 'bank_refused', failedAt },
  });
}

function returnFact(payment: Returnable, one: ReturnFields) {
  const { returnId, valueCents, origin = 'BANK', bankReturnId = bankIdOf(origin, returnId) } = one;
  const charge = 'chargeId' in payment ? summaryOf(payment) : null;
  const names = { returnId, endToEndId: payment.endToEndId, bankReturnId };
  const fact = { ...names, origin: `RETURN_ORIGIN_${origin}` as const, valueCents, charge };
  return { key: charge?.chargeId ?? payment.endToEndId, fact };
}

/** As charges names it at the bank, or as the bank does. */
function bankIdOf(origin: Origin, returnId: string): string {
  if (origin === 'BANK') return `D${returnId}`;
  return `${origin === 'OPERATOR' ? 'S' : ''}${refundBankId(returnId)}`;
}

export function chargeRecord(key: string, eventId: string, fact: ChargeEventInput): EventRecord {
  const value = ChargeEvent.serialize(fact);
  return { topic: Topic.Charges, key, value, headers: { [EVENT_ID_HEADER]: eventId } };
}

function endToEndId(): string {
  return `E00000000202611201200${randomBytes(6).toString('hex').slice(0, 11)}`;
}

/** A record of a key of its own that no reader can make sense of. */
export function malformed(): EventRecord {
  return {
    topic: Topic.Charges,
    key: randomUUID(),
    value: Buffer.from('malformed'),
    headers: { [EVENT_ID_HEADER]: randomUUID() },
  };
}
