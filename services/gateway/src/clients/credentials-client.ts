import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import { AppError } from '@entrada/platform/errors/app-error';
import { present } from '@entrada/platform/grpc/fields';
import type { RpcClient } from '@entrada/platform/grpc/types';
import { type Decisions, openDecisions } from '../credentials/decisions.ts';
import { ipCheck } from '../credentials/ip-check.ts';
import type { KeyCaller } from '../domain/caller.ts';
import type { CacheLookups } from '../metrics/auth-metrics.ts';
import type { SignedIn } from '../ports.ts';
import { toAccount } from './account-message.ts';

/** Longer than any key or session token. */
const CREDENTIAL_LENGTH_MAX = 256;

type Auth = RpcClient<AuthServiceDefinition>;
export type Credentials = {
  readonly keys: Decisions<KeyCaller>;
  readonly sessions: Decisions<SignedIn>;
};

export function openCredentials(auth: Auth, lookups: CacheLookups): Credentials {
  return {
    keys: openDecisions({
      ask: (key) => verifyKey(auth, key),
      idOf: ({ keyId }) => keyId,
      accountOf: ({ accountId }) => accountId,
      lookups,
    }),
    sessions: openDecisions({
      ask: (token) => verifySession(auth, token),
      idOf: ({ sessionId }) => sessionId,
      accountOf: ({ account }) => account.id,
      lookups,
    }),
  };
}

function verifyKey(auth: Auth, key: string): Promise<KeyCaller | null> {
  return nullWhenRefused(key, async () => {
    const { expiresAt, allowedIps, frozen: isFrozen, ...rights } = await auth.verifyKey({ key });
    const { accountId, keyId, scopes, rateLimitPerSecond } = rights;
    const expiresAtMs = expiresAt === '' ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
    const allowsIp = ipCheck(allowedIps);
    return { accountId, keyId, scopes, rateLimitPerSecond, expiresAtMs, allowsIp, isFrozen };
  });
}

function verifySession(auth: Auth, sessionToken: string): Promise<SignedIn | null> {
  return nullWhenRefused(sessionToken, async () => {
    const known = await auth.verifySession({ sessionToken });
    return { account: toAccount(known), sessionId: present(known.session, 'session').id };
  });
}

async function nullWhenRefused<T>(credential: string, ask: () => Promise<T>): Promise<T | null> {
  if (credential.length > CREDENTIAL_LENGTH_MAX) return null;
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'UNAUTHENTICATED') return null;
    // An outage must not look like an invalid key: the client might discard a valid one.
    throw new AppError('UNAVAILABLE', 'Authentication is unavailable', {
      reason: 'auth_unavailable',
      cause: error,
    });
  }
}
