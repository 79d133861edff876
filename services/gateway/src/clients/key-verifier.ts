import { createHash } from 'node:crypto';
import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import { AppError } from '@entrada/platform/errors/app-error';
import type { RpcClient } from '@entrada/platform/grpc/types';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../domain/caller.ts';
import type { Ports } from '../ports.ts';

/** A revoked key is refused everywhere within this time, whatever else is down. */
const DECISION_TTL_MS = 5_000;
const DECISIONS_MAX = 10_000;
const REFUSED = 'refused';

/** A hot key costs no call; callers that ask at once share one. Only a digest of a key is kept. */
export function verifyWith(auth: RpcClient<AuthServiceDefinition>): Ports['verifyKey'] {
  const decisions = new LRUCache<string, Caller | typeof REFUSED, string>({
    max: DECISIONS_MAX,
    ttl: DECISION_TTL_MS,
    fetchMethod: (_digest, _stale, { context: key }) => decide(auth, key),
  });
  return async (key) => {
    const digest = createHash('sha256').update(key).digest('base64');
    const decision = await decisions.fetch(digest, { context: key });
    return decision === undefined || decision === REFUSED ? null : decision;
  };
}

async function decide(
  auth: RpcClient<AuthServiceDefinition>,
  key: string,
): Promise<Caller | typeof REFUSED> {
  try {
    return await auth.verifyKey({ key });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'UNAUTHENTICATED') return REFUSED;
    // Not knowing is never a refusal: a client must not throw away a good key.
    throw new AppError('UNAVAILABLE', 'Authentication is unavailable, try again', {
      reason: 'auth_unavailable',
      cause: error,
    });
  }
}
