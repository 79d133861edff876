import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import { keepWatching } from '@entrada/platform/grpc/keep-watching';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { Logger } from '@entrada/platform/telemetry/log';

type Revoked = { readonly keyIds: readonly string[]; readonly sessionIds: readonly string[] };

/**
 * Receives each revocation at once, until it is disposed. This is only an acceleration: while the
 * stream is disconnected, cached decisions still expire within seconds.
 */
export function watchRevocations(
  auth: RpcClient<AuthServiceDefinition>,
  onRevoked: (revoked: Revoked) => void,
  log: Logger,
): AsyncDisposable {
  return keepWatching({
    name: 'revocation',
    open: (options) => auth.watchRevocations({}, options),
    onMessage: onRevoked,
    log,
  });
}
