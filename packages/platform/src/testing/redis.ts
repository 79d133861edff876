import { requiredAddress } from './environment.ts';
import { freshPrefix } from './fresh-prefix.ts';

/** The shared Redis and a key space of the caller's own in it. */
export function testRedis(): { url: string; keyPrefix: string } {
  return { url: requiredAddress('TEST_REDIS_URL'), keyPrefix: freshPrefix() };
}
