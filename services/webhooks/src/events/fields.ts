import { isUuid } from '@entrada/platform/text/uuid';

/** In lower case, so that it is the same account however it was written. */
export function accountOf(accountId: string): string {
  if (!isUuid(accountId)) throw new Error('accountId is not a UUID');
  return accountId.toLowerCase();
}

export function named(field: string, id: string): string {
  if (id === '') throw new Error(`${field} is missing`);
  return id;
}

export function orNull(text: string): string | null {
  return text === '' ? null : text;
}

export function cents(field: string, amount: number): number {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new Error(`${field} is not an amount`);
  return amount;
}

export function time(field: string, text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Error(`${field} is not a time`);
  return at;
}
