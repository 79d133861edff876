/** What the bank's list said of a payment; null where it could not be read. */
type Listed = {
  readonly txid: string | null;
  readonly paidCents: number | null;
  readonly paidAt: Date | null;
};

/** A payment that the bank reported and that could not be confirmed yet. */
export type UnclearPayment = Listed & {
  /** The endToEndId, or a digest of an entry that names none. */
  readonly id: string;
  /** Null where there is nothing to look up. */
  readonly endToEndId: string | null;
  readonly problem: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
};

/** An entry of the bank's list that cannot be read. */
export type Malformed = Pick<UnclearPayment, 'id' | 'endToEndId' | 'problem'>;

/**
 * A payment for a charge that is just being stored looks like one for no charge. It waits for so long
 * after we first saw it: the bank's clock may be far from ours.
 */
const NO_CHARGE_YET_MS = 60_000;
const FIRST_RETRY_MS = 5_000;

export type SetAside = Omit<UnclearPayment, 'firstSeenAt' | 'lastSeenAt'>;

type Reported = Omit<Listed, 'txid'> & {
  readonly endToEndId: string;
  readonly txid: string | null;
};

export function setAsideUnmatched(payment: Reported, now: Date): SetAside {
  const nextAttemptAt = new Date(now.getTime() + NO_CHARGE_YET_MS);
  const problem = 'no charge has its txid';
  return { ...figures(payment), id: payment.endToEndId, problem, attempts: 0, nextAttemptAt };
}

export function setAsideFailed(payment: Reported, problem: string, now: Date): SetAside {
  const nextAttemptAt = new Date(now.getTime() + FIRST_RETRY_MS);
  return { ...figures(payment), id: payment.endToEndId, problem, attempts: 1, nextAttemptAt };
}

export function setAsideMalformed({ id, endToEndId, problem }: Malformed, now: Date): SetAside {
  const nextAttemptAt = endToEndId === null ? null : now;
  const unread = { txid: null, paidCents: null, paidAt: null };
  return { ...unread, id, endToEndId, problem, attempts: 1, nextAttemptAt };
}

function figures({ endToEndId, txid, paidCents, paidAt }: Reported) {
  return { endToEndId, txid, paidCents, paidAt };
}

/** True while a payment without a charge may be one whose charge is just being stored. */
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
