import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import { AppError } from '@entrada/platform/errors/app-error';
import { present } from '@entrada/platform/grpc/fields';
import type { RpcClient } from '@entrada/platform/grpc/types';
import { keepWatching } from '@entrada/platform/grpc/watch';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { type Decisions, openDecisions } from '../credentials/decisions.ts';
import type { KeyCaller } from '../domain/caller.ts';
import { ipCheck } from '../limits/ip-network.ts';
import { type CacheLookups, revocationStream } from '../metrics/gateway-metrics.ts';
import { type Account, toAccount } from './accounts-client.ts';

/** Longer than any key or session token. */
const CREDENTIAL_LENGTH_MAX = 256;

export type SignedIn = { readonly account: Account; readonly sessionId: string };
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

export type RevokedIds = Readonly<
  Record<'keyIds' | 'sessionIds' | 'accountIds', readonly string[]>
>;

/**
 * Receives each revocation at once, until it is disposed. This is only an acceleration: while the
 * stream is disconnected, cached decisions still expire within seconds.
 */
export function watchRevocations(
  auth: RpcClient<AuthServiceDefinition>,
  onRevoked: (revoked: RevokedIds) => void,
  { log, metrics }: Runtime,
): AsyncDisposable {
  const isUp = revocationStream(metrics);
  return keepWatching({
    name: 'revocation',
    open: (options) => auth.watchRevocations({}, options),
    onMessage: onRevoked,
    onConnected: () => isUp.set(1),
    onLost: () => isUp.set(0),
    log,
  });
}
