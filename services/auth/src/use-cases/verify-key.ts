import { AppError } from '@entrada/platform/errors/app-error';
import { type KeyRights, keyProblem, refusalOf } from '../domain/api-key.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'apiKeys' | 'now' | 'digestsOf' | 'mode'>;

/** Every invalid key gets the same error; only the cause, which stays in our log, differs. */
export function verifyKey({ apiKeys, now, digestsOf, mode }: Needs) {
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
