import { fieldError } from '@entrada/platform/errors/app-error';
import type { Place } from '../../domain/views.ts';

const CURSOR = /^(\d{1,15})\.([0-9a-f]{24})$/;

/** A place in a list, as text that means nothing to others. */
export function writeCursor(place: Place | null): string {
  if (!place) return '';
  return Buffer.from(`${place.at.getTime()}.${place.id}`).toString('base64url');
}

export function readCursor(text: string): Place | null {
  if (text === '') return null;
  const [, ms, id] = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (!ms || !id) throw fieldError('cursor', 'is invalid', { reason: 'invalid_cursor' });
  return { at: new Date(Number(ms)), id };
}
