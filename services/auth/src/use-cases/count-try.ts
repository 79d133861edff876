import { AppError } from '@entrada/platform/errors/app-error';
import type { Origin } from '../domain/session.ts';
import {
  addressBucket,
  type Bucket,
  familiarBucket,
  ipBucket,
  networkOf,
} from '../domain/throttle.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'sessions' | 'throttle' | 'audit' | 'now' | 'tries'>;

/**
 * Counts a try before it is made, so that many at once count too; throws when there were too many.
 * The IP comes first: one that is refused leaves no trace of the addresses it goes through. Where
 * the owner of an address has been before, the tries of strangers do not count, so that nobody can
 * keep an owner out for good.
 */
export async function countTry(
  { sessions, throttle, audit, now, tries }: Needs,
  { email, origin }: { email: string; origin: Origin },
): Promise<{ wasRight(): Promise<void> }> {
  const ip = ipBucket(origin.ip, tries.perIpMax);

  async function take(bucket: Bucket, what: string): Promise<void> {
    const { allowed, isFirstRefusal, resetsInMs } = await throttle.take(bucket, now());
    if (allowed) return;
    // The first of a window is noted; a flood must not fill the log.
    if (isFirstRefusal) {
      await audit.append({
        at: now(),
        actor: 'account:unknown',
        action: 'session.throttled',
        subject: `throttle:${what}`,
        accountId: '',
        detail: origin,
      });
    }
    throw new AppError('TOO_MANY_REQUESTS', 'Too many password attempts', {
      retryAfterMs: resetsInMs,
    });
  }

  async function bucketOfAddress(): Promise<Bucket> {
    const network = networkOf(origin.ip);
    const isFamiliar = network !== '' && (await sessions.wereOpenedFrom(email, network));
    return isFamiliar
      ? familiarBucket(email, network, tries.perAddressMax)
      : addressBucket(email, tries.perAddressMax);
  }

  if (ip) await take(ip, 'ip');
  const address = await bucketOfAddress();
  await take(address, 'address');
  return {
    async wasRight() {
      await throttle.forget(address);
      if (ip) await throttle.giveBack(ip);
    },
  };
}
