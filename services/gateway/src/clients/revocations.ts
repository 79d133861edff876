import { setTimeout as delay } from 'node:timers/promises';
import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { Logger } from '@entrada/platform/telemetry/log';

/** Auth sends a heartbeat every second. */
const SILENCE_MAX_MS = 5_000;
const RECONNECT_AFTER_MIN_MS = 200;
const RECONNECT_AFTER_MAX_MS = 1_000;

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
  const stopping = new AbortController();
  const { signal } = stopping;
  let isConnected = true;

  async function listen(): Promise<void> {
    const revocations = auth.watchRevocations({}, { signal, silenceMaxMs: SILENCE_MAX_MS });
    for await (const revoked of revocations) {
      if (!isConnected) log.info('revocation stream connected');
      isConnected = true;
      onRevoked(revoked);
    }
  }

  async function listenUntilStopped(): Promise<void> {
    while (!signal.aborted) {
      await listen().catch((err: unknown) => {
        if (isConnected && !signal.aborted) log.warn({ err }, 'revocation stream disconnected');
        isConnected = false;
      });
      const spread = Math.random() * (RECONNECT_AFTER_MAX_MS - RECONNECT_AFTER_MIN_MS);
      await delay(RECONNECT_AFTER_MIN_MS + spread, undefined, { signal }).catch(() => {});
    }
  }

  const listening = listenUntilStopped();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await listening;
    },
  };
}
