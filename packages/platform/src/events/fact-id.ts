import { hash } from 'node:crypto';

/** Ids of charges begin with their time, in seconds. */
const CHARGE_ID = /^[0-9a-f]{24}$/;

/**
 * An event id (a UUID of version 8) derived from the fact it names, so that the unique keys of
 * outbox and inbox refuse a second announcement of one fact whatever went wrong before. Of a charge
 * it begins with the charge's time: new ids are neighbours in every index, however large it is.
 */
export function factId(kind: string, subject: string): string {
  const hex = hash('sha256', `${kind}:${subject}`, 'hex');
  const first = CHARGE_ID.test(subject) ? subject : hex;
  const parts = [first.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
