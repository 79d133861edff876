import { AppError } from '@entrada/platform/errors/app-error';
import { accountFrozen, Carrier, type KeyCaller, type PresentedKey } from '../domain/caller.ts';
import { requireQuota } from '../domain/quota.ts';
import type { Ports, SignedIn } from '../ports.ts';

type Needs = Pick<Ports, 'failedKeyBlock' | 'countFailedKey' | 'noteKeyUse' | 'now'> & {
  readonly credentials: Pick<Ports['credentials'], 'keys'>;
};

/**
 * The caller behind an API key. From an IP address that sent many wrong keys, unknown keys are
 * refused for a while without asking auth; keys that were valid recently keep working from there.
 */
export function authenticate(needs: Needs) {
  const { failedKeyBlock, countFailedKey, noteKeyUse, now } = needs;
  const { keys } = needs.credentials;

  async function verify(key: string, ip: string): Promise<KeyCaller> {
    const block = failedKeyBlock(ip);
    if (block && !keys.wasValid(key)) requireQuota(block);
    const caller = await keys.decide(key);
    if (caller) return caller;
    await countFailedKey(ip);
    throw invalidKey();
  }

  return async (presented: PresentedKey | null, ip: () => string): Promise<KeyCaller> => {
    if (!presented) {
      throw new AppError('UNAUTHENTICATED', 'API key is required', { reason: 'missing_api_key' });
    }
    const { key, carrier } = presented;
    const caller = keys.cached(key) ?? (await verify(key, ip()));
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

type SessionOptions = {
  /** As auth knows it now, whatever is cached. */
  readonly fresh?: boolean;
};

/**
 * The session of a dashboard request. An ended session gets the same error as none. Made-up sessions
 * count as wrong keys do; one that was valid recently is no guess.
 */
export function authenticateSession({ credentials, failedKeyBlock, countFailedKey }: Ports) {
  const { sessions } = credentials;

  async function verify(
    token: string,
    ip: string,
    { fresh }: SessionOptions,
  ): Promise<SignedIn | null> {
    const isKnown = sessions.wasValid(token);
    const block = isKnown ? null : failedKeyBlock(ip);
    if (block) requireQuota(block);
    const signedIn = await (fresh ? sessions.refresh(token) : sessions.decide(token));
    if (!signedIn && !isKnown) await countFailedKey(ip);
    return signedIn;
  }

  return async (
    token: string | undefined,
    ip: string,
    options: SessionOptions = {},
  ): Promise<SignedIn> => {
    const signedIn = token ? await verify(token, ip, options) : null;
    if (signedIn) return signedIn;
    throw sessionRequired();
  };
}

export function sessionRequired(): AppError {
  return new AppError('UNAUTHENTICATED', 'Session required: POST /api/session', {
    reason: 'session_required',
  });
}

/** The password of the session must have been entered recently, here or at another gateway. */
export function requireProof({ credentials, proofMaxAgeMs, now }: Ports) {
  const isProven = ({ account }: SignedIn) => Date.parse(account.proofAt) > now() - proofMaxAgeMs;
  return async (token: string, session: SignedIn): Promise<void> => {
    if (isProven(session)) return;
    // What is cached may be older than the proof.
    const fresh = await credentials.sessions.refresh(token);
    if (fresh && isProven(fresh)) return;
    throw new AppError('PERMISSION_DENIED', 'Password required again: POST /api/session/proof', {
      reason: 'proof_required',
    });
  };
}

/** Where the deployment requires two-factor authentication, the account must have set it up. */
export function requireTwoFactor({ credentials, deployment }: Ports) {
  return async (token: string, { account }: SignedIn): Promise<void> => {
    if (!deployment.twoFactorRequired || account.twoFactor) return;
    // What is cached may be older than the set-up.
    const fresh = await credentials.sessions.refresh(token);
    if (fresh?.account.twoFactor) return;
    const message = 'Two-factor authentication must be set up first: POST /api/two-factor';
    throw new AppError('PERMISSION_DENIED', message, { reason: 'two_factor_setup_required' });
  };
}
