import { hash } from 'node:crypto';

/** Ids of 24 hexadecimal digits begin with their creation time, in seconds. */
const TIME_ORDERED_ID = /^[0-9a-f]{24}$/;

/**
 * A deterministic event id (UUID version 8): the same event always has the same id, so the unique
 * keys of outbox and inbox reject a duplicate. If the subject has a time-ordered id, the event id
 * begins with the same time: new ids are then close together in every index, however large it is.
 */
export function eventIdOf(kind: string, subject: string): string {
  const hex = hash('sha256', `${kind}:${subject}`, 'hex');
  const first = TIME_ORDERED_ID.test(subject) ? subject : hex;
  const parts = [first.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
