import { isUnavailable } from '@entrada/platform/errors/app-error';

/** For a part without which a reply is still useful. */
export async function nullIfUnavailable<T>(part: Promise<T>): Promise<T | null> {
  try {
    return await part;
  } catch (error) {
    if (isUnavailable(error)) return null;
    throw error;
  }
}
