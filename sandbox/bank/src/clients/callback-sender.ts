import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@entrada/platform/telemetry/log';
import { Agent } from 'undici';
import type { Payment } from '../domain/payment.ts';
import { toPix } from '../domain/pix-object.ts';
import type { Stores } from '../store/stores.ts';

/** Delay before each attempt. A real bank gives up too, which is why receivers also sweep. */
const ATTEMPT_AFTER_MS = [0, 250, 1_000, 4_000, 15_000] as const;
const ATTEMPT_TIMEOUT_MS = 10_000;
const RESPONSE_BYTES_MAX = 64 * 1024;
const IN_FLIGHT_MAX = 1_000;
/** A callback held back to come after the next one comes by itself after this. */
const HELD_MAX_MS = 2_000;

export type CallbackSender = AsyncDisposable & { send(payments: readonly Payment[]): void };

type Needs = Pick<Stores, 'webhooks' | 'faults'> & { readonly log: Logger };

/** Calls `{webhookUrl}/pix` in the background; ending it gives up on what is still unsent. */
export function openCallbackSender({ webhooks, faults, log }: Needs): CallbackSender {
  const agent = new Agent({ connections: 64 });
  const ending = new AbortController();
  const inFlight = new Set<Promise<void>>();
  let letGo = () => {};

  const post = async (url: string, body: string): Promise<void> => {
    const { origin, pathname, search } = new URL(url);
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]);
    const response = await agent.request({
      origin,
      path: `${pathname.replace(/\/{1,9}$/, '')}/pix${search}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal,
    });
    await response.body.dump({ limit: RESPONSE_BYTES_MAX, signal });
    if (response.statusCode >= 300) throw new Error(`receiver answered ${response.statusCode}`);
  };

  const deliver = async (payments: readonly Payment[]): Promise<void> => {
    const webhook = await webhooks.find(payments[0]?.pixKey ?? '');
    if (webhook === null) return;
    const body = JSON.stringify({ pix: payments.map(toPix) });
    for (const [index, waitMs] of ATTEMPT_AFTER_MS.entries()) {
      await delay(waitMs, undefined, { signal: ending.signal });
      try {
        return await post(webhook.url, body);
      } catch (err) {
        log.warn(
          { err, attempt: index + 1, attemptsMax: ATTEMPT_AFTER_MS.length },
          'callback failed',
        );
      }
    }
  };

  const untilLetGo = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    letGo = resolve;
    await Promise.race([promise, delay(HELD_MAX_MS, undefined, { signal: ending.signal })]);
  };

  const deliverOrNot = async (payments: readonly Payment[]): Promise<void> => {
    const fault = (await faults.take('callback'))?.fault;
    if (fault === 'forget') return;
    if (fault === 'reorder') await untilLetGo();
    await deliver(payments);
    if (fault === 'repeat') await deliver(payments);
    if (fault !== 'reorder') letGo();
  };

  return {
    send(all) {
      // As the specification says, the receiver is called only for what belongs to a charge.
      const payments = all.filter(({ txid }) => txid !== null);
      if (payments.length === 0) return;
      if (inFlight.size >= IN_FLIGHT_MAX) {
        log.warn({ inFlight: inFlight.size }, 'callback dropped, too many in progress');
        return;
      }
      const delivery: Promise<void> = deliverOrNot(payments)
        .catch((err) => log.warn({ err }, 'callback not delivered, no further attempts'))
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
