import { once } from 'node:events';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { AppError } from '../errors/app-error.ts';

/** A caller that reads nothing for so long must reconnect. */
const STALL_MAX_MS = 5_000;

export type StreamHandler = (request: unknown, signal: AbortSignal) => AsyncIterable<unknown>;

/** Sends what the handler yields until it returns, the caller cancels or the server stops. */
export async function streamTo(
  call: ServerWritableStream<unknown, unknown>,
  handler: StreamHandler,
  stopping: AbortSignal,
): Promise<void> {
  const canceled = new AbortController();
  call.once('cancelled', () => canceled.abort());
  const signal = AbortSignal.any([canceled.signal, stopping]);
  for await (const message of handler(call.request, signal)) {
    if (signal.aborted) break;
    if (!call.write(message)) await drained(call, signal);
  }
  call.end();
}

async function drained(
  call: ServerWritableStream<unknown, unknown>,
  signal: AbortSignal,
): Promise<void> {
  const late = AbortSignal.timeout(STALL_MAX_MS);
  await once(call, 'drain', { signal: AbortSignal.any([signal, late]) }).catch(() => {
    if (signal.aborted) return;
    throw new AppError('TIMEOUT', 'The caller stopped reading');
  });
}
