import type { Caller } from '../domain/caller.ts';
import type { Quota } from '../domain/quota.ts';

export type LimitPorts = {
  /** Counts one request of a key and of its account, or of the dashboard. Returns the limit that refuses it, else the key's. */
  readonly countUse: (caller: Caller) => Promise<Quota>;
  readonly countFailedKey: (ip: string) => Promise<void>;
  /** The exhausted limit of wrong keys and sessions from this address; null: they are checked. */
  readonly failedKeyBlock: (ip: string) => Quota | null;
  readonly countPublicUse: (ip: string) => Promise<Quota>;
  /** Counts one callback of the bank, whatever address it comes from. */
  readonly countCallback: () => Promise<Quota>;
};
