import type { DestinationStream } from 'pino';

/**
 * Lines are written in groups: each write wakes the reading process, which costs more than
 * everything else about a log line.
 */
const WAIT_MS = 50;
const WAITING_MAX = 32_768;

let waiting = '';

/**
 * The destination of logs. Not pino's own writer: when the reader of a pipe is gone, that writer
 * retries its last lines without end and the process cannot exit. Here such lines are dropped.
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
