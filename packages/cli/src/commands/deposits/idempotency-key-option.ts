import { randomUUID } from 'node:crypto';
import { InvalidArgumentError, Option } from 'commander';

const KEY = /^[\x21-\x7e]{1,255}$/;

/** To repeat a command whose outcome is not known. */
export function idempotencyKeyOption(): Option {
  return new Option(
    '--idempotency-key <key>',
    'repeats the request that had this key, without doing it twice; default: a new key',
  ).argParser((text) => {
    if (KEY.test(text)) return text;
    throw new InvalidArgumentError('It must have 1 to 255 printable characters without spaces.');
  });
}

/** The client keeps it over its retries, and an error names it. */
export function newKey(): string {
  return `cli-${randomUUID()}`;
}
