import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { Logger } from '@entrada/platform/telemetry/log';

const REPORT_EVERY_MS = 5_000;
/** Keys per report; the use of further keys is not reported. */
const KEYS_MAX = 10_000;
const BATCH_SIZE_MAX = 500;

type Use = { lastUsedAtMs: number; sentInQuery: boolean };

export type KeyUseReports = AsyncDisposable & {
  note(keyId: string, sentInQuery: boolean): void;
};

/** Reports the use of keys to auth every few seconds, so that no request waits for it. */
export function openKeyUseReports(
  auth: RpcClient<AuthServiceDefinition>,
  log: Logger,
): KeyUseReports {
  const uses = new Map<string, Use>();
  let sending: Promise<void> = Promise.resolve();

  function keep(keyId: string, { lastUsedAtMs, sentInQuery }: Use): void {
    const known = uses.get(keyId);
    if (known) {
      known.lastUsedAtMs = Math.max(known.lastUsedAtMs, lastUsedAtMs);
      known.sentInQuery ||= sentInQuery;
    } else if (uses.size < KEYS_MAX) {
      uses.set(keyId, { lastUsedAtMs, sentInQuery });
    }
  }

  async function report(): Promise<void> {
    const batch = [...uses].slice(0, BATCH_SIZE_MAX);
    if (batch.length === 0) return;
    for (const [keyId] of batch) uses.delete(keyId);
    try {
      await auth.reportKeyUse({
        uses: batch.map(([keyId, { lastUsedAtMs, sentInQuery }]) => {
          return { keyId, lastUsedAt: new Date(lastUsedAtMs).toISOString(), sentInQuery };
        }),
      });
    } catch (error) {
      // Kept for the next report: owners must learn of a key in a query string, even of a single one.
      for (const [keyId, use] of batch) keep(keyId, use);
      throw error;
    }
  }

  function send(): Promise<void> {
    // One report at a time; a failed one is merged into the next.
    sending = sending.then(report).catch((err: unknown) => {
      log.warn({ err }, 'key use report failed');
    });
    return sending;
  }

  const timer = setInterval(() => void send(), REPORT_EVERY_MS);
  timer.unref();
  return {
    note: (keyId, sentInQuery) => keep(keyId, { lastUsedAtMs: Date.now(), sentInQuery }),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await send();
    },
  };
}
