import type { DestinationStream } from 'pino';

/**
 * Where logs go. Not pino's own writer: when the reader of a pipe is gone, that one retries its last
 * lines for ever and the process can no longer end. Here a log without a reader is silent.
 */
export function standardOutput(): DestinationStream {
  if (process.stdout.listenerCount('error', ignore) === 0) process.stdout.on('error', ignore);
  return {
    write(line) {
      if (process.stdout.writable) process.stdout.write(line);
    },
  };
}

function ignore(): void {}
