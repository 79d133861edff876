import { setTimeout as delay } from 'node:timers/promises';
import { Entrada } from '@entrada/client/entrada';
import { eventually } from '@entrada/platform/testing/eventually';
import { payAtBank } from '../../packages/launcher/src/pay-at-bank.ts';
import type { Holder } from '../e2e/system-under-test.ts';

const WORKERS = 3;
const PAUSE_MS = 150;
const CALL_MAX_MS = 10_000;
const VALUE_CENTS = 1_000;
const FIRST_MAX_MS = 120_000;

type Addresses = { readonly baseUrl: string; readonly bankUrl: string };

export type Load = AsyncDisposable & {
  /** Deposits that were paid. */
  paid(): number;
};

/** Clients who create, pay and query deposits until stopped, whatever fails: during a fault most does. */
export function startLoad({ apiKey }: Holder, { baseUrl, bankUrl }: Addresses): Load {
  const api = new Entrada({ baseUrl, apiKey, maxRetries: 0, timeoutMs: CALL_MAX_MS });
  const stop = new AbortController();
  let paid = 0;
  async function deposit(): Promise<void> {
    const { emv, paymentLinkId } = await api.deposits.create({ value: VALUE_CENTS });
    await api.deposits.get(paymentLinkId);
    await payAtBank(bankUrl, emv);
    paid += 1;
    await api.deposits.get(paymentLinkId);
  }
  async function work(): Promise<void> {
    // Queries go on while nothing can be created.
    const known = await eventually(() => api.deposits.create({ value: VALUE_CENTS }), {
      timeoutMs: FIRST_MAX_MS,
    });
    while (!stop.signal.aborted) {
      await deposit().catch(() => api.deposits.get(known.paymentLinkId).catch(() => null));
      await delay(PAUSE_MS);
    }
  }
  const working = Promise.all(Array.from({ length: WORKERS }, work));
  return {
    paid: () => paid,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await working;
    },
  };
}

/** Clients who list deposits at once, again and again, until disposed; whether they are answered does not matter. */
export function startCrowd(count: number, { apiKey }: Holder, { baseUrl }: Addresses) {
  const api = new Entrada({ baseUrl, apiKey, maxRetries: 0, timeoutMs: CALL_MAX_MS });
  const stop = new AbortController();
  async function ask(): Promise<void> {
    while (!stop.signal.aborted) {
      await api.deposits
        .list({ limit: 1 })
        .page()
        .catch(() => null);
      await delay(PAUSE_MS);
    }
  }
  const asking = Promise.all(Array.from({ length: count }, ask));
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await asking;
    },
  };
}
