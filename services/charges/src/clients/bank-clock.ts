import { setTimeout as delay } from 'node:timers/promises';

const REFRESH_EVERY_MS = 1_000;
const REPLY_MAX_MS = 2_000;

export type BankClock = Disposable & {
  readonly now: () => Date;
  /** The bank said what time it is. */
  readonly set: (bankNow: Date) => void;
};

/** Our own time, for every bank but the sandbox. */
export function realClock(): BankClock {
  return { now: () => new Date(), set: () => {}, [Symbol.dispose]() {} };
}

/**
 * The sandbox bank's clock, which can be moved. It is asked for in the background and read from
 * every response; reading the time never waits.
 */
export function sandboxClock(bankUrl: string): BankClock {
  let offsetMs = 0;
  const stopping = new AbortController();
  const set = (bankNow: Date): void => {
    const ms = bankNow.getTime() - Date.now();
    // It is moved by whole seconds; the rest is the time that the response took.
    if (Number.isFinite(ms)) offsetMs = Math.ceil(ms / 1_000 - 0.1) * 1_000;
  };
  const follow = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await refresh(bankUrl, stopping.signal).then(set, () => {});
      await delay(REFRESH_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  void follow();
  return {
    now: () => new Date(Date.now() + offsetMs),
    set,
    [Symbol.dispose]: () => stopping.abort(),
  };
}

async function refresh(bankUrl: string, stop: AbortSignal): Promise<Date> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(REPLY_MAX_MS)]);
  const response = await fetch(`${bankUrl.replace(/\/{1,9}$/, '')}/sandbox/clock`, { signal });
  const { now } = (await response.json()) as { now: string };
  return new Date(now);
}
