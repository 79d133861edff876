import type { DestinationStream } from 'pino';

/** What is said in one turn of the event loop is written at once, unless it is more than this. */
const WAITING_MAX = 65_536;

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
      if (waiting === '') setImmediate(writeWaiting);
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
