import { PixError } from './pix-error.ts';

/** Returns the result of an earlier attempt without a response, if the bank has one; else runs `act`. */
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
 * Runs `act`; when the bank rejects it, checks whether it was executed before. The rejection is thrown
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
