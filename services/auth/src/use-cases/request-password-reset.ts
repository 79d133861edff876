import { AppError } from '@entrada/platform/errors/app-error';
import { emailOrNull } from '../domain/account.ts';
import type { Origin } from '../domain/session.ts';
import { resetAddressBucket, resetIpBucket } from '../domain/throttle.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'throttle' | 'mailTokens' | 'mailIsOn' | 'now'>;

/**
 * Does the same work for every address, known or not; a job looks for the account. Too many requests
 * for one address are accepted and forgotten, so that the reply says nothing about it.
 */
export function requestPasswordReset({ throttle, mailTokens, mailIsOn, now }: Needs) {
  return async (typed: string, origin: Origin): Promise<void> => {
    const ip = resetIpBucket(origin.ip);
    const byIp = ip && (await throttle.take(ip, now()));
    if (byIp && !byIp.allowed) {
      throw new AppError('TOO_MANY_REQUESTS', 'Too many password resets from this IP address', {
        retryAfterMs: byIp.resetsInMs,
      });
    }
    const email = emailOrNull(typed) ?? '';
    const { allowed } = await throttle.take(resetAddressBucket(email), now());
    if (allowed && mailIsOn) await mailTokens.askForReset({ email, ...origin, requestedAt: now() });
  };
}
