import type { DestinationStream } from 'pino';

/**
 * Lines are written together: each write wakes whoever reads them, which costs a request more than
 * all else that is logged about it.
 */
const WAIT_MS = 50;
const WAITING_MAX = 32_768;

let waiting = '';

/**
 * Where logs go. Not pino's own writer: when the reader of a pipe is gone, that one retries its last
 * lines for ever and the process can no longer end. Here a log without a reader is silent.
 */
export function standardOutput(): DestinationStream {
  if (process.stdout.listenerCount('error', ignore) === 0) process.stdout.on('error', ignore);
  if (process.listenerCount('exit', writeWaiting) === 0) process.on('exit', writeWaiting);
  return {
    write(line) {
      if (waiting === '') setTimeout(writeWaiting, WAIT_MS).unref();
      waiting += line;
      if (waiting.length > WAITING_MAX) writeWaiting();
    },
  };
}

function writeWaiting(): void {
  const lines = waiting;
  waiting = '';
  if (lines !== '' && process.stdout.writable) process.stdout.write(lines);
}

function ignore(): void {}
