import { AppError, type ErrorCode } from './app-error.ts';

const AWAY: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE', 'TIMEOUT', 'BAD_UPSTREAM']);

/** True when whoever was asked gave no answer that counts: asked again later, it may. */
export function isAway(error: unknown): boolean {
  return error instanceof AppError && AWAY.has(error.code);
}

/**
 * Takes every item a step further. One whose step meets somebody who is away comes due again; any
 * other failure is thrown, when all the others have had their turn.
 */
export async function eachUnlessAway<Item>(
  items: readonly Item[],
  step: (item: Item) => Promise<unknown>,
): Promise<void> {
  const results = await Promise.allSettled(items.map(step));
  const failures = results
    .filter((result) => result.status === 'rejected')
    .map(({ reason }): unknown => reason)
    .filter((reason) => !isAway(reason));
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${items.length} steps failed`);
  }
}
