import { fieldError } from '@entrada/platform/errors/app-error';
import { isUuid } from '@entrada/platform/text/uuid';

/** A link that cannot exist: malformed ids and unknown ones get the same answer. */
const NO_LINK = '00000000-0000-0000-0000-000000000000';

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

export function link(text: string): string {
  return isUuid(text) ? text : NO_LINK;
}

export function account(text: string): string {
  if (!isUuid(text)) throw fieldError('accountId', 'must be a UUID');
  return text;
}

export function matching(name: string, text: string, form: RegExp): string {
  if (form.test(text)) return text;
  throw fieldError(name, 'is malformed');
}

export function instant(name: string, text: string): Date {
  const at = new Date(ISO_INSTANT.test(text) ? text : Number.NaN);
  if (Number.isNaN(at.getTime())) {
    throw fieldError(name, 'must be an ISO 8601 time');
  }
  return at;
}

export function optionalInstant(name: string, text: string): Date | null {
  return text === '' ? null : instant(name, text);
}

export function within(name: string, value: number, min: number, max: number): number {
  if (value >= min && value <= max) return value;
  throw fieldError(name, `must be between ${min} and ${max}`);
}
