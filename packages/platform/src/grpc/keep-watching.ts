import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../telemetry/log.ts';
import type { WatchOptions } from './types.ts';

/** Services send a heartbeat every second. */
const SILENCE_MAX_MS = 5_000;
const RECONNECT_AFTER_MIN_MS = 200;
const RECONNECT_AFTER_MAX_MS = 1_000;

type Options<T> = {
  /** As it is named in the log. */
  readonly name: string;
  readonly open: (options: WatchOptions) => AsyncIterable<T>;
  readonly onMessage: (message: T) => void;
  /** With the first message of each connection: what was sent before may have been missed. */
  readonly onConnected?: () => void;
  readonly onLost?: () => void;
  readonly log: Logger;
};

/** Reads a stream of another service until it is disposed, and opens it again when it is lost. */
export function keepWatching<T>(options: Options<T>): AsyncDisposable {
  const { name, open, onMessage, onConnected, onLost, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let wasConnected = true;

  async function read(): Promise<void> {
    let isFirst = true;
    for await (const message of open({ signal, silenceMaxMs: SILENCE_MAX_MS })) {
      if (!wasConnected) log.info(`${name} stream connected`);
      wasConnected = true;
      if (isFirst) onConnected?.();
      isFirst = false;
      onMessage(message);
    }
  }

  async function readUntilStopped(): Promise<void> {
    while (!signal.aborted) {
      await read().catch((err: unknown) => {
        if (wasConnected && !signal.aborted) log.warn({ err }, `${name} stream disconnected`);
        wasConnected = false;
      });
      onLost?.();
      const spread = Math.random() * (RECONNECT_AFTER_MAX_MS - RECONNECT_AFTER_MIN_MS);
      await delay(RECONNECT_AFTER_MIN_MS + spread, undefined, { signal }).catch(() => {});
    }
  }

  const reading = readUntilStopped();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await reading;
    },
  };
}
