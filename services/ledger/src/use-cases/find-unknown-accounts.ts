import pMap from 'p-map';
import { PLATFORM_ID } from '../domain/posting.ts';
import type { Ports } from '../ports.ts';

/** Remembered by this process; beyond it all are forgotten and looked up again, once each. */
const REMEMBERED_MAX = 100_000;
const ASKED_AT_ONCE_MAX = 16;

/**
 * Returns the accounts that were never created. Accounts are never removed, so one that was found is
 * remembered; one that is on our books is found there; auth is asked only about the rest.
 */
export function findUnknownAccounts({ holdersOnBooks, isAccount }: Ports) {
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
    for (const holderId of await holdersOnBooks(fresh)) known.add(holderId);
    return new Set(await askFor(fresh.filter((holderId) => !known.has(holderId))));
  };
}
