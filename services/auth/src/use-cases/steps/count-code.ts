import { AppError } from '@entrada/platform/errors/app-error';
import type { Origin } from '../../domain/session.ts';
import { codeBucket, networkOf } from '../../domain/throttle.ts';
import type { Ports } from '../../ports.ts';

type Needs = Pick<Ports, 'sessions' | 'throttle' | 'now'>;
type Input = { readonly account: { id: string }; readonly origin: Origin };

/**
 * Counts a code before it is checked, and throws when too many were wrong. Networks from which the
 * owner has logged in before have a count of their own, so that nobody else can lock the owner out.
 */
export async function countCode(
  { sessions, throttle, now }: Needs,
  { account, origin }: Input,
): Promise<{ succeeded(): Promise<void> }> {
  const network = networkOf(origin.ip);
  const isKnown = network !== '' && (await sessions.wereOpenedFrom(network, account));
  const bucket = codeBucket(account.id, isKnown ? network : '');
  const { allowed, resetsInMs } = await throttle.take(bucket, now());
  if (!allowed) {
    throw new AppError('TOO_MANY_REQUESTS', 'Too many wrong codes', { retryAfterMs: resetsInMs });
  }
  return { succeeded: () => throttle.forget(bucket) };
}
