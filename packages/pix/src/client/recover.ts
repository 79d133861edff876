import { PixError } from './pix-error.ts';

/** What an earlier, unanswered try left at the bank, or else `act`. */
export async function foundOr<Result>(
  read: () => Promise<Result>,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (isKind(error, 'not-found')) return act();
    throw error;
  }
}

/**
 * Acts; when the bank refuses, looks whether that is because it was done before. The refusal stands
 * unless what is read is `settled`.
 */
export async function orReading<Result>(
  act: () => Promise<Result>,
  read: () => Promise<Result>,
  settled: (result: Result) => boolean,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!isKind(error, 'rejected')) throw error;
    const found = await read().catch((failure: unknown) => {
      throw isKind(failure, 'not-found') ? error : failure;
    });
    if (settled(found)) return found;
    throw error;
  }
}

function isKind(error: unknown, kind: PixError['kind']): boolean {
  return error instanceof PixError && error.kind === kind;
}
