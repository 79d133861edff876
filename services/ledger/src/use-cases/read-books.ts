import { fieldError } from '@entrada/platform/errors/app-error';
import { DAY_MS } from '@entrada/platform/time/units';
import pMap from 'p-map';
import type { PaymentAtBank } from '../domain/audit-returns.ts';
import { PLATFORM_ID } from '../domain/posting.ts';
import { partsOf, type Window } from '../domain/statement.ts';
import type { BankSource, Ports } from '../ports.ts';

type BankSum = {
  readonly receivedCents: number;
  readonly returnedCents: number;
  /** End-to-end ids of payments with a return that cannot be read. */
  readonly unreadReturns: readonly string[];
};

/** Payments of the window by the bank's own list, and what it returned of them before a time; null without a bank. */
export function sumBankPayments({ sources }: Pick<Ports, 'sources'>) {
  return async (window: Window, returnedBefore: Date): Promise<BankSum | null> => {
    const { bank } = sources;
    if (!bank) return null;
    let [receivedCents, returnedCents] = [0, 0];
    const unreadReturns: string[] = [];
    // A payment is in one of them, so only the payments of an hour are kept in memory.
    for (const hour of partsOf(window)) {
      for (const payment of await paymentsOf(bank, hour)) {
        receivedCents += payment.paidCents;
        returnedCents += returnedOf(payment, returnedBefore);
        if (payment.unreadReturns.length > 0) unreadReturns.push(payment.endToEndId);
      }
    }
    return { receivedCents, returnedCents, unreadReturns };
  };
}

/** By its id, because a payment comes twice when its page shifts during the listing. */
async function paymentsOf(bank: BankSource, window: Window): Promise<Iterable<PaymentAtBank>> {
  const listed = new Map<string, PaymentAtBank>();
  for await (const page of bank.paidBetween(window)) {
    for (const payment of page) listed.set(payment.endToEndId, payment);
  }
  return listed.values();
}

function returnedOf({ returns }: PaymentAtBank, before: Date): number {
  const settled = returns.filter(
    ({ isSettled, settledAt }) => isSettled && !(settledAt && settledAt >= before),
  );
  return settled.reduce((sum, { valueCents }) => sum + valueCents, 0);
}

/** The longest overview, and a day for its time zone. */
const DAYS_MAX = 94;

/** Hours of an account that begin in the window, and how far they reach: added up from each start to the next, if there are any. */
export function getHours({ findHours }: Pick<Ports, 'findHours'>) {
  return async (
    accountId: string,
    window: Window,
    starts: readonly Date[] = [],
  ): ReturnType<Ports['findHours']> => {
    const lengthMs = window.to.getTime() - window.from.getTime();
    if (lengthMs <= 0) throw fieldError('to', 'must be later than from');
    if (lengthMs > DAYS_MAX * DAY_MS) {
      throw fieldError('to', `must be at most ${DAYS_MAX} days after from`);
    }
    return findHours(accountId, window, starts);
  };
}

/** Remembered by this process; beyond it all are forgotten and looked up again, once each. */
const REMEMBERED_MAX = 100_000;
const ASKED_AT_ONCE_MAX = 16;

/**
 * Returns the accounts that were never created. Accounts are never removed, so one that was found is
 * remembered; one that is on our books is found there; auth is asked only about the rest.
 */
export function findUnknownAccounts({ findHolders, isAccount }: Ports) {
  const known = new Set<string>();

  /** Replies are kept when a later call fails, so that the retry asks for fewer accounts. */
  async function isUnknown(holderId: string): Promise<boolean> {
    if (!(await isAccount(holderId))) return true;
    known.add(holderId);
    return false;
  }

  async function askFor(holderIds: readonly string[]): Promise<string[]> {
    const unknown = await pMap(holderIds, isUnknown, { concurrency: ASKED_AT_ONCE_MAX });
    return holderIds.filter((_, index) => unknown[index]);
  }

  return async (holderIds: readonly string[]): Promise<ReadonlySet<string>> => {
    const isNew = (holderId: string) => holderId !== PLATFORM_ID && !known.has(holderId);
    const fresh = [...new Set(holderIds.filter(isNew))];
    if (fresh.length === 0) return new Set();
    if (known.size + fresh.length > REMEMBERED_MAX) known.clear();
    for (const holderId of await findHolders(fresh)) known.add(holderId);
    return new Set(await askFor(fresh.filter((holderId) => !known.has(holderId))));
  };
}
