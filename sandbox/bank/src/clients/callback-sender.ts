import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@entrada/platform/telemetry/log';
import { Agent } from 'undici';
import type { Payment } from '../domain/charge.ts';
import { toPix } from '../domain/pix-object.ts';
import type { Webhooks } from '../ports.ts';

/** Waits before each try. A real bank gives up too, which is why receivers also sweep. */
const TRY_AFTER_MS = [0, 250, 1_000, 4_000, 15_000] as const;
const TRY_TIMEOUT_MS = 5_000;
const REPLY_BYTES_MAX = 64 * 1024;
const IN_FLIGHT_MAX = 1_000;

export type CallbackSender = AsyncDisposable & { send(payments: readonly Payment[]): void };

/** Calls `{webhookUrl}/pix` in the background; ending it gives up on what is still unsent. */
export function openCallbackSender(webhooks: Webhooks, log: Logger): CallbackSender {
  const agent = new Agent({ connections: 64 });
  const ending = new AbortController();
  const inFlight = new Set<Promise<void>>();

  const post = async (url: string, body: string): Promise<void> => {
    const { origin, pathname, search } = new URL(url);
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(TRY_TIMEOUT_MS)]);
    const reply = await agent.request({
      origin,
      path: `${pathname.replace(/\/+$/, '')}/pix${search}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal,
    });
    await reply.body.dump({ limit: REPLY_BYTES_MAX, signal });
    if (reply.statusCode >= 300) throw new Error(`receiver answered ${reply.statusCode}`);
  };

  const deliver = async (payments: readonly Payment[]): Promise<void> => {
    const webhook = await webhooks.find(payments[0]?.pixKey ?? '');
    if (webhook === null) return;
    const body = JSON.stringify({ pix: payments.map(toPix) });
    for (const [index, waitMs] of TRY_AFTER_MS.entries()) {
      await delay(waitMs, undefined, { signal: ending.signal });
      try {
        return await post(webhook.url, body);
      } catch (err) {
        log.warn({ err, attempt: index + 1, attemptsMax: TRY_AFTER_MS.length }, 'callback failed');
      }
    }
  };

  return {
    send(payments) {
      if (inFlight.size >= IN_FLIGHT_MAX) {
        log.warn({ inFlight: inFlight.size }, 'callback dropped: too many are under way');
        return;
      }
      const delivery: Promise<void> = deliver(payments)
        .catch((err) => log.warn({ err }, 'callback given up'))
        .finally(() => inFlight.delete(delivery));
      inFlight.add(delivery);
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      await Promise.all(inFlight);
      await agent.destroy();
    },
  };
}
