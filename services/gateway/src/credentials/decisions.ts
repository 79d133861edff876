import { hash } from 'node:crypto';
import { DAY_MS } from '@entrada/platform/time/units';
import { boundedCache } from '../limits/bounded-cache.ts';
import type { CacheLookups } from '../metrics/gateway-metrics.ts';

/** A revoked credential is refused after this time at the latest, even if the stream is down. */
const DECISION_TTL_MS = 5_000;
const DECISIONS_MAX = 10_000;
const REFUSALS_MAX = 10_000;
/** A decision in progress while its credential is revoked must not be cached after that. */
const REVOKED_KEPT_MS = 15_000;
const REVOKED_MAX = 10_000;
/** How long a credential counts as known; it is verified again all the same. */
const KNOWN_MS = DAY_MS;
const KNOWN_MAX = 100_000;

type Options<T> = {
  /** Null: the credential is invalid. Throws when that cannot be determined. */
  readonly ask: (credential: string) => Promise<T | null>;
  /** The id by which it is revoked. */
  readonly idOf: (decision: T) => string;
  /** The account that it acts for. */
  readonly accountOf: (decision: T) => string;
  readonly lookups: CacheLookups;
};

export type Decisions<T> = {
  /** The cached decision; undefined: none. */
  cached(credential: string): T | null | undefined;
  /** Whether it was accepted here in the last day; it may be invalid by now. */
  wasValid(credential: string): boolean;
  /** Parallel calls for one credential share one request. */
  decide(credential: string): Promise<T | null>;
  /** Asks again whatever is cached, and caches the reply. */
  refresh(credential: string): Promise<T | null>;
  revoke(ids: ReadonlySet<string>): void;
  /** What is cached for the accounts is asked for again. */
  forget(accountIds: ReadonlySet<string>): void;
};

/**
 * Caches decisions about credentials for a short time, by a digest of the credential. Refusals have
 * a cache of their own, so that a flood of wrong keys does not evict the valid ones.
 */
export function openDecisions<T extends object>(options: Options<T>): Decisions<T> {
  const { ask, idOf, accountOf, lookups } = options;
  const accepted = boundedCache<T>(DECISIONS_MAX, { ttl: DECISION_TTL_MS });
  const refused = boundedCache<true>(REFUSALS_MAX, { ttl: DECISION_TTL_MS });
  const revoked = boundedCache<true>(REVOKED_MAX, { ttl: REVOKED_KEPT_MS });
  const known = boundedCache<true>(KNOWN_MAX, { ttl: KNOWN_MS });
  /** When an account changed: a decision that was asked for before is not cached. */
  const changed = boundedCache<number>(REVOKED_MAX, { ttl: REVOKED_KEPT_MS });
  const asking = new Map<string, Promise<T | null>>();

  async function remember(digest: string, credential: string): Promise<T | null> {
    // The decision may be as old as the request.
    const start = performance.now();
    const reply = await ask(credential);
    const decision = reply && !revoked.has(idOf(reply)) ? reply : null;
    if (!decision) {
      refused.set(digest, true, { start });
      return null;
    }
    if (start > (changed.get(accountOf(decision)) ?? 0)) accepted.set(digest, decision, { start });
    known.set(digest, true);
    return decision;
  }

  function recall(digest: string): T | null | undefined {
    return accepted.get(digest) ?? (refused.has(digest) ? null : undefined);
  }

  /** Once for all ids of a message: a mass revocation has thousands. */
  function drop(isStale: (decision: T) => boolean): void {
    for (const [digest, decision] of accepted.entries()) {
      if (isStale(decision)) accepted.delete(digest);
    }
  }

  return {
    cached(credential) {
      const decision = recall(digestOf(credential));
      lookups.inc({ result: decision ? 'hit' : decision === null ? 'refused' : 'miss' });
      return decision;
    },
    wasValid: (credential) => known.has(digestOf(credential)),
    decide(credential) {
      const digest = digestOf(credential);
      const decision = recall(digest);
      if (decision !== undefined) return Promise.resolve(decision);
      const inProgress = asking.get(digest);
      if (inProgress !== undefined) return inProgress;
      const request = remember(digest, credential).finally(() => asking.delete(digest));
      asking.set(digest, request);
      return request;
    },
    refresh: (credential) => remember(digestOf(credential), credential),
    revoke(ids) {
      for (const id of ids) revoked.set(id, true);
      drop((decision) => ids.has(idOf(decision)));
    },
    forget(accountIds) {
      for (const accountId of accountIds) changed.set(accountId, performance.now());
      drop((decision) => accountIds.has(accountOf(decision)));
    },
  };
}

function digestOf(credential: string): string {
  return hash('sha256', credential, 'base64');
}
