import { AppError, type ErrorCode } from './app-error.ts';

const CODES: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE', 'TIMEOUT', 'BAD_UPSTREAM']);

/** True when a dependency gave no usable reply, so that a later retry can succeed. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && CODES.has(error.code);
}

/**
 * Runs a step for every item. An item whose step meets an unavailable dependency is left for the
 * next round; any other failure is thrown after all items were attempted.
 */
export async function eachUnlessUnavailable<Item>(
  items: readonly Item[],
  step: (item: Item) => Promise<unknown>,
): Promise<void> {
  const results = await Promise.allSettled(items.map(step));
  const failures = results
    .filter((result) => result.status === 'rejected')
    .map(({ reason }): unknown => reason)
    .filter((reason) => !isUnavailable(reason));
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${items.length} steps failed`);
  }
}
