import type { DecisionPorts } from '@entrada/approvals/decision';
import type { AuditedCharge } from './domain/audit-charge.ts';
import type { AuditedEvent } from './domain/audit-event.ts';
import type { PaymentAtBank } from './domain/audit-returns.ts';
import type { ChainEnd, Checkpoint } from './domain/checkpoint.ts';
import type { ReceiptKey } from './domain/receipt.ts';
import type { Window } from './domain/statement.ts';
import type { Violation } from './domain/violation.ts';
import type { Stores } from './store/stores.ts';

/** Those whom the auditor asks; each is absent where we have no address of it. */
export type AuditSources = {
  /** Charges whose last change is in the window. */
  readonly charges: ((window: Window) => AsyncIterable<readonly AuditedCharge[]>) | null;
  readonly events: ((window: Window) => AsyncIterable<readonly AuditedEvent[]>) | null;
  readonly bank: BankSource | null;
  /** Has charges look at the bank now for payments and for what was returned of them. */
  readonly recheck: ((payments: readonly PaymentAtBank[]) => Promise<void>) | null;
};

export type BankSource = {
  /** Payments that arrived in the window, with their returns. */
  paidBetween(window: Window): AsyncIterable<readonly PaymentAtBank[]>;
  /** Payments with returns, of those that arrived in the window. A window that the bank rejects is reported as unread. */
  returnedOf(window: Window): AsyncIterable<readonly PaymentAtBank[]>;
  /** Null: the bank does not know it. */
  find(endToEndId: string): Promise<PaymentAtBank | null>;
};

/** A payment in suspense on its way back. */
type DecidedReturn = {
  readonly returnId: string;
  readonly endToEndId: string;
  readonly valueCents: number;
};

/** Everything that is read and written through it commits together, or not at all. */
export type OpenBooks = Parameters<Parameters<Stores['transact']>[0]>[0];

export type Report = (violation: Violation) => void;
export type ReportLate = (what: 'payment' | 'return', endToEndId: string) => void;

/** What use cases work with: the stores as they are, and everything that leaves the process. */
export type Ports = Stores &
  DecisionPorts & {
    /** Has charges return a payment, once however often it is called. Absent where we cannot. */
    readonly returnPayment: ((one: DecidedReturn) => Promise<void>) | null;
    /** What the bank has returned of a payment or is about to return. */
    readonly returnedAtBank: ((endToEndId: string) => Promise<number>) | null;
    readonly sources: AuditSources;
    readonly report: Report;
    readonly reportLate: ReportLate;
    /** Absent where there is no key: then nothing is signed. */
    readonly sign: ((end: ChainEnd) => Checkpoint) | null;
    /** What is wrong with its signature; null where a known key made it. */
    readonly signatureProblem: (checkpoint: Checkpoint) => string | null;
    readonly receiptKeys: readonly ReceiptKey[];
    /** Records of the topic of charges that are not read yet. */
    readonly countUnread: () => Promise<number>;
    readonly now: () => Date;
    readonly pause: (ms: number) => Promise<void>;
    readonly repeatDaysMax: number;
    readonly checkpointEveryMs: number;
    readonly audit: { readonly everyMs: number; readonly lagMs: number };
  };
