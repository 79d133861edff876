import { setTimeout as delay } from 'node:timers/promises';
import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { Logger } from '@entrada/platform/telemetry/log';

/** Auth says something every second. */
const SILENCE_MAX_MS = 5_000;
const RECONNECT_AFTER_MIN_MS = 200;
const RECONNECT_AFTER_MAX_MS = 1_000;

type Revoked = { readonly keyIds: readonly string[]; readonly sessionIds: readonly string[] };

/**
 * Hears of each revocation as it happens, for as long as it is not disposed. It only makes things
 * faster: while nothing is heard, the short life of a decision is what keeps the promise.
 */
export function watchRevocations(
  auth: RpcClient<AuthServiceDefinition>,
  onRevoked: (revoked: Revoked) => void,
  log: Logger,
): AsyncDisposable {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isHeard = true;

  async function listen(): Promise<void> {
    const heard = auth.watchRevocations({}, { signal, silenceMaxMs: SILENCE_MAX_MS });
    for await (const revoked of heard) {
      if (!isHeard) log.info('revocations are heard again');
      isHeard = true;
      onRevoked(revoked);
    }
  }

  async function listenForEver(): Promise<void> {
    while (!signal.aborted) {
      await listen().catch((err: unknown) => {
        if (isHeard && !signal.aborted) log.warn({ err }, 'revocations are not heard');
        isHeard = false;
      });
      const spread = Math.random() * (RECONNECT_AFTER_MAX_MS - RECONNECT_AFTER_MIN_MS);
      await delay(RECONNECT_AFTER_MIN_MS + spread, undefined, { signal }).catch(() => {});
    }
  }

  const listening = listenForEver();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await listening;
    },
  };
}
