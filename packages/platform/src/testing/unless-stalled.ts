const ATTEMPTS_MAX = 5;

/** What a scenario throws when the machine stalled until what it tests was over. */
export class Stalled extends Error {}

/** Runs a scenario; again only where it says that the machine stalled, never where it found something wrong. */
export async function unlessStalled<T>(scenario: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await scenario();
    } catch (error) {
      if (!(error instanceof Stalled) || attempts === ATTEMPTS_MAX) throw error;
    }
  }
}
