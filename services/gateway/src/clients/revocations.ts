import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import { keepWatching } from '@entrada/platform/grpc/keep-watching';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { revocationStream } from '../metrics/auth-metrics.ts';

export type Revoked = Readonly<Record<'keyIds' | 'sessionIds' | 'accountIds', readonly string[]>>;

/**
 * Receives each revocation at once, until it is disposed. This is only an acceleration: while the
 * stream is disconnected, cached decisions still expire within seconds.
 */
export function watchRevocations(
  auth: RpcClient<AuthServiceDefinition>,
  onRevoked: (revoked: Revoked) => void,
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
