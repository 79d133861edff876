import { setTimeout as delay } from 'node:timers/promises';
import { type ClientReadableStream, type ServiceError, status } from '@grpc/grpc-js';
import { AppError } from '../errors/app-error.ts';
import { fromGrpcError } from '../errors/grpc-status.ts';
import type { Logger } from '../telemetry/log.ts';
import type { WatchOptions } from './types.ts';

type Stream = ClientReadableStream<unknown>;

/** Reads a stream until it ends, fails, goes silent or is canceled; then cancels it. */
export async function* watch(
  open: () => Stream,
  { signal, silenceMaxMs }: WatchOptions,
  onEnd: (code: status) => void,
): AsyncGenerator<unknown, void, void> {
  if (signal.aborted) return;
  const stream = open();
  // Canceling emits an error, possibly when nobody iterates any more.
  stream.on('error', () => {});
  let isSilent = false;
  const silence = setTimeout(() => {
    isSilent = true;
    stream.cancel();
  }, silenceMaxMs);
  const cancel = () => stream.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  let code = status.OK;
  try {
    for await (const message of stream) {
      silence.refresh();
      yield message;
    }
  } catch (error) {
    code = isSilent ? status.DEADLINE_EXCEEDED : (error as ServiceError).code;
    if (isSilent)
      throw new AppError('TIMEOUT', 'The service sent no message in time', { cause: error });
    if (!signal.aborted) throw fromGrpcError(error as ServiceError);
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', cancel);
    stream.cancel();
    onEnd(code);
  }
}

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
