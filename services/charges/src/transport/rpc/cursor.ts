import { fieldError } from '@entrada/platform/errors/app-error';
import type { Place } from '../../domain/views.ts';

const PLACE = /^(\d{1,15})\.([0-9a-f-]{1,36})$/;
const CHARGE_ID = /^[0-9a-f]{24}$/;
export const REFUND_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A place in a list, as text that means nothing to others. */
export function writeCursor(place: Place | null): string {
  if (!place) return '';
  return Buffer.from(`${place.at.getTime()}.${place.id}`).toString('base64url');
}

export function readCursor(text: string, idForm: RegExp = CHARGE_ID): Place | null {
  if (text === '') return null;
  const [, ms, id] = PLACE.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (!ms || !id || !idForm.test(id))
    throw fieldError('cursor', 'is invalid', { reason: 'invalid_cursor' });
  return { at: new Date(Number(ms)), id };
}
