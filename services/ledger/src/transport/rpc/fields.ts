import { fieldError } from '@entrada/platform/errors/app-error';
import { isUuid } from '@entrada/platform/text/uuid';
import type { Place } from '../../ports.ts';

const CURSOR = /^(\d{1,16})\.(.{1,64})$/;
const TIME_MAX_MS = 8_640_000_000_000_000;

export function uuidIn(text: string, field: string): string {
  if (!isUuid(text)) throw fieldError(field, 'must be a UUID');
  return text.toLowerCase();
}

export function accountIn(text: string): string {
  return uuidIn(text, 'accountId');
}

/** Null where nothing is given. */
export function timeIn(text: string, field: string): Date | null {
  if (text === '') return null;
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  throw fieldError(field, 'must be an ISO 8601 time');
}

export function limitIn(limit: number, max: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= max) return limit;
  throw fieldError('limit', `must be from 1 to ${max}`);
}

export function matching(text: string, form: RegExp, field: string): string {
  if (form.test(text)) return text;
  throw fieldError(field, 'is malformed');
}

export function cursorOf(place: Place | null): string {
  if (!place) return '';
  return Buffer.from(`${place.at.getTime()}.${place.id}`).toString('base64url');
}

/** `id` is the form that ids in this list have. */
export function placeIn(cursor: string, id: RegExp): Place | null {
  if (cursor === '') return null;
  const parts = CURSOR.exec(Buffer.from(cursor, 'base64url').toString());
  const [, ms = '', place = ''] = parts ?? [];
  if (ms !== '' && Number(ms) <= TIME_MAX_MS && id.test(place)) {
    return { at: new Date(Number(ms)), id: place };
  }
  throw fieldError('cursor', 'is invalid', { reason: 'invalid_cursor' });
}
