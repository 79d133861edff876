import { AppError } from '@entrada/platform/errors/app-error';
import { accountFrozen, type KeyCaller } from '../domain/caller.ts';
import { Carrier, type PresentedKey } from '../domain/credentials.ts';
import { requireQuota } from '../domain/quota.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<
  Ports,
  | 'cachedKey'
  | 'wasValidKey'
  | 'verifyKey'
  | 'failedKeyBlock'
  | 'countFailedKey'
  | 'noteKeyUse'
  | 'now'
>;

/**
 * The caller behind an API key. From an IP address that sent many wrong keys, unknown keys are
 * refused for a while without asking auth; keys that were valid recently keep working from there.
 */
export function authenticate(needs: Needs) {
  const { cachedKey, wasValidKey, verifyKey, failedKeyBlock, countFailedKey, noteKeyUse, now } =
    needs;

  async function verify(key: string, ip: string): Promise<KeyCaller> {
    const block = failedKeyBlock(ip);
    if (block && !wasValidKey(key)) requireQuota(block);
    const caller = await verifyKey(key);
    if (caller) return caller;
    await countFailedKey(ip);
    throw invalidKey();
  }

  return async (presented: PresentedKey | null, ip: () => string): Promise<KeyCaller> => {
    if (!presented) {
      throw new AppError('UNAUTHENTICATED', 'API key is required', { reason: 'missing_api_key' });
    }
    const { key, carrier } = presented;
    const caller = cachedKey(key) ?? (await verify(key, ip()));
    if (caller.expiresAtMs <= now()) throw invalidKey();
    noteKeyUse(caller.keyId, carrier === Carrier.Query);
    if (!caller.allowsIp(ip)) {
      throw new AppError('PERMISSION_DENIED', 'API key may not be used from this IP address', {
        reason: 'ip_not_allowed',
      });
    }
    if (caller.isFrozen) throw accountFrozen();
    return caller;
  };
}

export function invalidKey(): AppError {
  return new AppError('UNAUTHENTICATED', 'Invalid API key', { reason: 'invalid_api_key' });
}
