import { HOUR_MS } from '@entrada/platform/time/units';
import type { Window } from './bank-window.ts';

/** What the bank's list said of a payment; null where it could not be read. */
type ListedPayment = {
  readonly txid: string | null;
  readonly paidCents: number | null;
  readonly paidAt: Date | null;
};

/** A payment that the bank reported and that could not be confirmed yet, or a window that could not be read. */
export type UnclearPayment = ListedPayment & {
  /** The endToEndId, that of its unread returns, a digest of an entry that names none, or the id of a window. */
  readonly id: string;
  /** Null where there is no payment to look up. */
  readonly endToEndId: string | null;
  /** Null where it is about one payment. */
  readonly window: Window | null;
  readonly problem: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
};

/** An entry of the bank's list that cannot be read. */
export type MalformedEntry = Pick<UnclearPayment, 'id' | 'endToEndId' | 'problem'>;

/**
 * A payment for a charge that is just being stored looks like one for no charge. It waits this long
 * after we first saw it; its own time is not used, because the bank's clock may differ from ours.
 */
const NO_CHARGE_YET_MS = 60_000;
const FIRST_RETRY_MS = 5_000;

/** A bank that loses a payment for an afternoon finds it again: operators can give it up only after this time. */
export const DENIED_MIN_MS = 4 * HOUR_MS;

export type SetAside = Omit<UnclearPayment, 'firstSeenAt' | 'lastSeenAt' | 'window'>;

export type UnclearReport = ListedPayment & { readonly endToEndId: string };

export function setAsideUnmatched(payment: UnclearReport, now: Date): SetAside {
  const nextAttemptAt = new Date(now.getTime() + NO_CHARGE_YET_MS);
  const problem = 'no charge has this txid';
  return { ...figures(payment), id: payment.endToEndId, problem, attempts: 0, nextAttemptAt };
}

export function setAsideFailed(payment: UnclearReport, problem: string, now: Date): SetAside {
  const nextAttemptAt = new Date(now.getTime() + FIRST_RETRY_MS);
  return { ...figures(payment), id: payment.endToEndId, problem, attempts: 1, nextAttemptAt };
}

export function setAsideMalformed(
  { id, endToEndId, problem }: MalformedEntry,
  now: Date,
): SetAside {
  const nextAttemptAt = endToEndId === null ? null : now;
  return { ...UNREAD, id, endToEndId, problem, attempts: 1, nextAttemptAt };
}

/** Returns of a payment that cannot be read are unclear apart from the payment, which may be stored long since. */
export function unreadReturnsId(endToEndId: string): string {
  return `${endToEndId}R`;
}

export function isOfReturns(
  entry: UnclearPayment,
): entry is UnclearPayment & { endToEndId: string } {
  return entry.endToEndId !== null && entry.id === unreadReturnsId(entry.endToEndId);
}

export function setReturnsAside(
  endToEndId: string,
  problems: readonly string[],
  now: Date,
): SetAside {
  const id = unreadReturnsId(endToEndId);
  const problem = printable(`a return cannot be read: ${problems.join('; ')}`);
  const nextAttemptAt = new Date(now.getTime() + FIRST_RETRY_MS);
  return { ...UNREAD, id, endToEndId, problem, attempts: 1, nextAttemptAt };
}

const UNREAD = { txid: null, paidCents: null, paidAt: null } as const;

function figures({ endToEndId, txid, paidCents, paidAt }: UnclearReport) {
  return { endToEndId, txid, paidCents, paidAt };
}

/** True while a payment without a charge may be one whose charge is just being stored. Used before a look-up, which a wrong clock only repeats. */
export function mayGetCharge(paidAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - paidAt.getTime()) < NO_CHARGE_YET_MS;
}

const PROBLEM_LENGTH_MAX = 500;

/** The deepest cause of a failure, which names the reason that the public message leaves out. */
export function problemIn(error: unknown): string {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause;
  return printable(deepest instanceof Error ? deepest.message : String(deepest));
}

/** One line of text that Postgres can store: it has no NUL. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').slice(0, PROBLEM_LENGTH_MAX);
}
