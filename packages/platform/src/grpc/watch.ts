import { type ClientReadableStream, type ServiceError, status } from '@grpc/grpc-js';
import { AppError } from '../errors/app-error.ts';
import { fromGrpcError } from '../errors/grpc-status.ts';
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
