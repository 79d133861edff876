import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Counter } from 'prom-client';

/** What is revoked is refused within this time, whatever else is down. */
const DECISION_TTL_MS = 5_000;
const DECISIONS_MAX = 10_000;
const REFUSALS_MAX = 10_000;
/** A decision that was under way when its subject was revoked must not outlive the revocation. */
const REVOKED_KEPT_MS = 15_000;
const REVOKED_MAX = 10_000;
/** How long a credential counts as familiar; it is asked about again all the same. */
const FAMILIAR_MS = 24 * 3_600_000;
const FAMILIAR_MAX = 100_000;

type Options<T> = {
  /** Null when the credential is not good; throws when that cannot be known. */
  readonly ask: (credential: string) => Promise<T | null>;
  /** What a revocation names. */
  readonly idOf: (decision: T) => string;
  readonly lookups: Counter<'result'>;
};

export type Decisions<T> = {
  /** What is known without asking; undefined: nothing. */
  known(credential: string): T | null | undefined;
  /** Whether it was accepted here in the last day; it need not be good any more. */
  wasValid(credential: string): boolean;
  /** Callers that ask about one credential at the same time share one question. */
  decide(credential: string): Promise<T | null>;
  revoke(id: string): void;
};

/**
 * Remembers decisions about credentials for a short time; of a credential only a digest is kept.
 * Refusals are kept apart, so that a flood of wrong keys does not push out the good ones.
 */
export function openDecisions<T extends object>({ ask, idOf, lookups }: Options<T>): Decisions<T> {
  const accepted = new LRUCache<string, T>({ max: DECISIONS_MAX, ttl: DECISION_TTL_MS });
  const refused = new LRUCache<string, true>({ max: REFUSALS_MAX, ttl: DECISION_TTL_MS });
  const revoked = new LRUCache<string, true>({ max: REVOKED_MAX, ttl: REVOKED_KEPT_MS });
  const familiar = new LRUCache<string, true>({ max: FAMILIAR_MAX, ttl: FAMILIAR_MS });
  const asking = new Map<string, Promise<T | null>>();

  async function remember(digest: string, credential: string): Promise<T | null> {
    // The decision may be as old as the question.
    const start = performance.now();
    const answer = await ask(credential);
    const decision = answer && !revoked.has(idOf(answer)) ? answer : null;
    if (!decision) {
      refused.set(digest, true, { start });
      return null;
    }
    accepted.set(digest, decision, { start });
    familiar.set(digest, true);
    return decision;
  }

  function recall(digest: string): T | null | undefined {
    return accepted.get(digest) ?? (refused.has(digest) ? null : undefined);
  }

  return {
    known(credential) {
      const decision = recall(digestOf(credential));
      lookups.inc({ result: decision ? 'hit' : decision === null ? 'refused' : 'miss' });
      return decision;
    },
    wasValid: (credential) => familiar.has(digestOf(credential)),
    decide(credential) {
      const digest = digestOf(credential);
      const decision = recall(digest);
      if (decision !== undefined) return Promise.resolve(decision);
      const underWay = asking.get(digest);
      if (underWay !== undefined) return underWay;
      const question = remember(digest, credential).finally(() => asking.delete(digest));
      asking.set(digest, question);
      return question;
    },
    revoke(id) {
      revoked.set(id, true);
      for (const [digest, decision] of accepted.entries()) {
        if (idOf(decision) === id) accepted.delete(digest);
      }
    },
  };
}

function digestOf(credential: string): string {
  return hash('sha256', credential, 'base64');
}
