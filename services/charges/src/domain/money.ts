import { type AppError, fieldError } from '@entrada/platform/errors/app-error';

declare const cents: unique symbol;
/** A positive whole number of cents. */
export type Cents = number & { readonly [cents]: true };

export function parseCents(input: unknown): Cents {
  if (typeof input !== 'number' || !Number.isSafeInteger(input) || input <= 0) {
    throw fieldError('value', 'must be a positive integer (cents)', { reason: 'invalid_value' });
  }
  return input as Cents;
}

export type Limits = { readonly minCents: number; readonly maxCents: number };

export function withinLimits(value: Cents, { minCents, maxCents }: Limits): Cents {
  if (value >= minCents && value <= maxCents) return value;
  throw outOfRange(`must be between ${minCents} and ${maxCents} cents`);
}

/** With a fee on top the payer pays more than was asked for; the limits apply to that amount too. */
export function payableWithinLimits(
  { value, fee }: { readonly value: Cents; readonly fee: number },
  { maxCents }: Limits,
): void {
  if (value > maxCents)
    throw outOfRange(`plus the fee of ${fee} cents must be at most ${maxCents} cents`);
}

function outOfRange(problem: string): AppError {
  return fieldError('value', problem, { code: 'OUT_OF_RANGE', reason: 'value_out_of_range' });
}
