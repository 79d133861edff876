import { type AccountIds, PUBLIC_ID } from '@entrada/platform/db/public-ids';
import { fieldError, invalidCursor } from '@entrada/platform/errors/app-error';
import { matchingField, timeCursorOf, uuidField } from '@entrada/platform/grpc/fields';
import type { Place } from '../../domain/statement.ts';
import type { Decision } from '../../domain/suspense.ts';

const CHARGE_ID = /^[0-9a-f]{24}$/;
const REFERENCE = /^[A-Za-z0-9-]{1,64}$/;
const END_TO_END_ID = /^[0-9a-zA-Z]{1,64}$/;

const ENTRIES = timeCursorOf('entries', PUBLIC_ID);
export const suspenseCursor = timeCursorOf('suspense', /[A-Za-z0-9-]{1,64}/);

export function parseEntryPlace(cursor: string, ids: AccountIds): Place | null {
  const place = ENTRIES.read(cursor);
  if (!place) return null;
  const id = ids.decode(place.id);
  if (id === null) throw invalidCursor('cursor');
  return { ...place, id: String(id) };
}

export function formatEntryPlace(place: Place | null, ids: AccountIds): string {
  return ENTRIES.write(place && { ...place, id: ids.encode(Number(place.id)) });
}

export const paymentBookingsCursor = timeCursorOf('payment-bookings', /[0-9a-f-]{36}/);
export const refundMovementsCursor = timeCursorOf('refund-movements', /[0-9a-f-]{36}/);

export const parseAccount = (text: string) => uuidField('accountId', text);
export const parseChargeId = (text: string) => matchingField('chargeId', text, CHARGE_ID);
export const parseReference = (field: string, text: string) =>
  matchingField(field, text, REFERENCE);
export const parseEndToEndId = (text: string) => matchingField('endToEndId', text, END_TO_END_ID);

export function parseDecision(decision: string, accountId: string): Decision {
  if (decision === 'REFUND') return { resolution: 'REFUNDED' };
  if (decision === 'CREDIT') {
    return { resolution: 'CREDITED', accountId: accountId === '' ? null : parseAccount(accountId) };
  }
  throw fieldError('decision', 'must be CREDIT or REFUND');
}
