import { isUuid } from '../text/uuid.ts';
import { EVENT_ID_HEADER, type Headers, type ReceivedRecord } from './event-log.ts';
import type { Authenticate } from './event-mac.ts';
import { keyName, type Parked, UNAUTHENTICATED } from './parking.ts';

export type Received<E> = {
  readonly eventId: string;
  readonly key: string;
  readonly event: E;
  readonly headers: Headers;
};

/** A decoded record, or the reason why it must be parked, before the database is queried. */
export type Reading<E> =
  | { readonly record: ReceivedRecord; readonly received: Received<E> }
  | Parked;

type Reader<E> = {
  readonly authenticate: Authenticate;
  readonly decode: (record: ReceivedRecord) => E;
};

/** Nothing of a record is believed before it is authentic, not even which event it is. */
export function read<E>(record: ReceivedRecord, { authenticate, decode }: Reader<E>): Reading<E> {
  const problem = authenticate(record);
  if (problem !== null) return { record, reason: UNAUTHENTICATED, detail: problem };
  const eventId = record.headers[EVENT_ID_HEADER]?.toLowerCase() ?? '';
  if (!isUuid(eventId)) return { record, reason: 'no_event_id', detail: '' };
  try {
    const { key, headers } = record;
    return { record, received: { eventId, key, event: decode(record), headers } };
  } catch (error) {
    return { record, reason: 'undecodable', detail: String(error) };
  }
}

type Sorted<E> = { readonly good: readonly Received<E>[]; readonly parked: readonly Parked[] };

/**
 * Splits a batch into events to handle and records to park. Once a record of a key is parked, all
 * later ones of that key are too: handled now, they would overtake it. One that is not authentic has no
 * place in that order: anybody may have written it.
 */
export function sortOut<E>(
  readings: readonly Reading<E>[],
  alreadyParked: ReadonlySet<string>,
  unprocessable: ReadonlyMap<string, string>,
): Sorted<E> {
  const blocked = new Set(alreadyParked);
  const good: Received<E>[] = [];
  const parked: Parked[] = [];
  for (const reading of readings) {
    const key = keyName(reading.record);
    const outcome = judge(reading, unprocessable);
    if ('reason' in outcome && outcome.reason === UNAUTHENTICATED) {
      parked.push(outcome);
    } else if (blocked.has(key)) {
      parked.push({ record: reading.record, reason: 'behind_parked', detail: '' });
    } else if ('reason' in outcome) {
      blocked.add(key);
      parked.push(outcome);
    } else {
      good.push(outcome.received);
    }
  }
  return { good, parked };
}

function judge<E>(reading: Reading<E>, unprocessable: ReadonlyMap<string, string>): Reading<E> {
  if ('reason' in reading) return reading;
  const detail = unprocessable.get(reading.received.eventId);
  if (detail === undefined) return reading;
  return { record: reading.record, reason: 'unprocessable', detail };
}
