import { LIMITS } from '@entrada/contracts/limits';
import { type AccountIds, PUBLIC_ID } from '@entrada/platform/db/public-ids';
import { invalidCursor } from '@entrada/platform/errors/app-error';
import {
  choiceField,
  cursorOf,
  integerField,
  optionalTimeField,
  uuidField,
} from '@entrada/platform/grpc/fields';
import { isUuid } from '@entrada/platform/text/uuid';
import { deliveryNotFound } from '../../domain/delivery.ts';
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type LogPlace,
} from '../../domain/delivery-log.ts';
import { endpointNotFound } from '../../domain/endpoint.ts';
import { DELIVERED_EVENTS } from '../../domain/webhook-event.ts';

const EARLIEST = new Date(0);
const LATEST = new Date('9999-12-31T00:00:00Z');

export const parseAccount = (accountId: string) => uuidField('accountId', accountId);

/** A malformed id gets the same reply as an unknown one. */
export function parseEndpointId(id: string): string {
  if (!isUuid(id)) throw endpointNotFound();
  return id;
}

export function parseDeliveryId(id: string, ids: AccountIds): number {
  const number = ids.decode(id);
  if (number === null) throw deliveryNotFound();
  return number;
}

export function parseLimit(limit: number): number {
  const { page } = LIMITS;
  return limit === 0 ? page.default : integerField('limit', limit, 1, page.max);
}

export function parseWindow(from: string, to: string): { from: Date; to: Date } {
  return {
    from: optionalTimeField('from', from) ?? EARLIEST,
    to: optionalTimeField('to', to) ?? LATEST,
  };
}

export function parseStatus(status: string): DeliveryStatus | null {
  return status === '' ? null : choiceField('status', status, DELIVERY_STATUSES);
}

export function parseEvent(event: string): (typeof DELIVERED_EVENTS)[number] | null {
  return event === '' ? null : choiceField('event', event, DELIVERED_EVENTS);
}

const MICROS = /\d{1,16}/;
const DELIVERIES = cursorOf('deliveries', MICROS, PUBLIC_ID);
const AUDIT = cursorOf('audit', MICROS, /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/);
const POSITIONS = cursorOf('events', /\d{1,16}/);

export function formatPlace(place: LogPlace | null): string {
  return AUDIT.write(place && [place.micros, place.id]);
}

export function parsePlace(cursor: string): LogPlace | null {
  const [micros, id = ''] = AUDIT.read(cursor) ?? [];
  return micros === undefined ? null : { micros: Number(micros), id };
}

export function formatDeliveryPlace(place: LogPlace | null, ids: AccountIds): string {
  return DELIVERIES.write(place && [place.micros, ids.encode(Number(place.id))]);
}

export function parseDeliveryPlace(cursor: string, ids: AccountIds): LogPlace | null {
  const [micros, text = ''] = DELIVERIES.read(cursor) ?? [];
  if (micros === undefined) return null;
  const id = ids.decode(text);
  if (id === null) throw invalidCursor('cursor');
  return { micros: Number(micros), id: String(id) };
}

export function formatPosition(position: number): string {
  return POSITIONS.write([position]);
}

/** What a reader of the feed sends for its beginning. */
const BEGINNING = '0';

/** Where a reader of the feed begins; null: after what was acknowledged. */
export function parseBegin(after: string): number | null {
  if (after === '') return null;
  return after === BEGINNING ? 0 : parsePosition('after', after);
}

export function parsePosition(field: 'after' | 'cursor', cursor: string): number {
  const position = Number(POSITIONS.read(cursor, field)?.[0]);
  if (Number.isSafeInteger(position)) return position;
  throw invalidCursor(field);
}
