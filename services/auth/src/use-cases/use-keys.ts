import { AppError } from '@entrada/platform/errors/app-error';
import { type KeyRights, keyProblem, refusalOf } from '../domain/api-key.ts';
import type { KeyUse, Ports } from '../ports.ts';

/** Every invalid key gets the same error; only the cause, which stays in our log, differs. */
export function verifyKey({ apiKeys, now, digestsOf, mode }: Ports) {
  /** A digest is an HMAC, so the time of a look-up reveals nothing about stored keys. */
  async function find(key: string): Promise<KeyRights | null> {
    const digests = digestsOf(key);
    const found = await apiKeys.findByDigest(digests);
    const [current] = digests;
    if (found && !found.digest.equals(current)) {
      await apiKeys.replaceDigest(found, { from: found.digest, to: current });
    }
    return found;
  }

  return async (key: string): Promise<KeyRights> => {
    const problem = keyProblem(key, mode);
    if (problem) throw refusal(problem);
    const found = await find(key);
    if (!found) throw refusal('unknown');
    const why = refusalOf(found, now());
    if (why) throw refusal(why);
    return found;
  };
}

function refusal(cause: string): AppError {
  return new AppError('UNAUTHENTICATED', 'Invalid API key', { reason: 'invalid_api_key', cause });
}

/** Times only move forward, and never past our own clock. */
export function reportKeyUse({ apiKeys, now }: Ports) {
  return async (uses: readonly KeyUse[]): Promise<void> => {
    const at = now();
    const capped = uses.map((use) => {
      return { ...use, usedAt: new Date(Math.min(use.usedAt.getTime(), at.getTime())) };
    });
    if (capped.length > 0) await apiKeys.noteUses(capped);
  };
}
