import {
  BurstyRateLimiter,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Quota } from '../domain/quota.ts';
import { boundedCache } from './bounded-cache.ts';
import type { RedisConnection } from './redis-connection.ts';

/** Beyond this, the address counted longest ago is forgotten. */
const COUNTED_MAX = 100_000;
const BURST_WINDOW_SECONDS = 10;

export type Rate = {
  readonly scope: Quota['scope'];
  readonly limit: number;
  readonly windowSeconds: number;
  /** Allowed in addition to the limit, once per burst window. */
  readonly burst: number;
};

type Counter = { consume(who: string): Promise<RateLimiterRes> };
type Backend = 'redis' | 'memory';

export type Limiter = {
  count(who: string): Promise<{ quota: Quota; backend: Backend }>;
};

/** Counts in Redis for all replicas together, and in this process alone while Redis is unavailable. */
export function openLimiter(rate: Rate, connection: RedisConnection | null): Limiter {
  const policy = policyOf(rate);
  const memory = inMemory(rate);
  const shared = connection && inRedis(rate, connection);

  async function countIn(counter: Counter, who: string): Promise<Quota> {
    try {
      return toQuota(await counter.consume(who), false);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return toQuota(refusal, true);
    }
  }

  function toQuota(result: RateLimiterRes, isExceeded: boolean): Quota {
    const { remainingPoints: remaining, msBeforeNext } = result;
    // In its last millisecond Redis says 0, and a cache keeps what has the lifetime 0 without end.
    const resetMs = Math.max(1, msBeforeNext);
    return { scope: rate.scope, policy, remaining, resetMs, isExceeded };
  }

  return {
    async count(who) {
      if (shared && connection.isReady()) {
        try {
          return { quota: await countIn(shared, who), backend: 'redis' };
        } catch (error) {
          connection.noteFailure(error);
        }
      }
      return { quota: await countIn(memory, who), backend: 'memory' };
    },
  };
}

function inMemory(rate: Rate): Counter {
  const limiters = limitersOf(rate, '', (options) => new RateLimiterMemory(options));
  const counter = withBurst(limiters);
  // Keys are verified before they and their accounts are counted, so there are few; addresses are unlimited.
  if (rate.scope === 'key' || rate.scope === 'account') return counter;
  const counted = boundedCache<true>(COUNTED_MAX, {
    dispose: (_true, who, reason) => {
      if (reason === 'evict') void limiters.limiter.delete(who);
    },
  });
  return {
    consume(who) {
      counted.set(who, true);
      return counter.consume(who);
    },
  };
}

function inRedis(rate: Rate, { redis: storeClient }: RedisConnection): Counter {
  const open = (options: Options) => new RateLimiterRedis({ ...options, storeClient });
  return withBurst(limitersOf(rate, 'limit:', open));
}

type Limit = RateLimiterMemory | RateLimiterRedis;
type Options = { readonly keyPrefix: string; readonly points: number; readonly duration: number };
type Limiters = { readonly limiter: Limit; readonly burst: Limit | null };

function limitersOf(
  { scope, limit: points, windowSeconds: duration, burst }: Rate,
  prefix: string,
  open: (options: Options) => Limit,
): Limiters {
  const keyPrefix = prefix + scope;
  const ofBurst = {
    keyPrefix: `${keyPrefix}-burst`,
    points: burst,
    duration: BURST_WINDOW_SECONDS,
  };
  return { limiter: open({ keyPrefix, points, duration }), burst: burst ? open(ofBurst) : null };
}

function withBurst({ limiter, burst }: Limiters): Counter {
  return burst ? new BurstyRateLimiter(limiter, burst) : limiter;
}

/** In the syntax of the RateLimit header fields; the burst comes in addition to the limit. */
function policyOf({ scope, limit, windowSeconds, burst }: Rate): string {
  const policy = `"${scope}";q=${limit};w=${windowSeconds}`;
  return burst === 0 ? policy : `${policy}, "burst";q=${burst};w=${BURST_WINDOW_SECONDS}`;
}
