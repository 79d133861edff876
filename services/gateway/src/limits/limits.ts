import type { Config } from '../config.ts';
import type { Caller } from '../domain/caller.ts';
import type { Quota } from '../domain/quota.ts';
import type { LimitDecisions } from '../metrics/gateway-metrics.ts';
import { boundedCache } from './bounded-cache.ts';
import { networkOf } from './ip-network.ts';
import { type Limiter, openLimiter } from './limiter.ts';
import type { RedisConnection } from './redis-connection.ts';

/** Accounts have one of few rates; the limiter of a rate that was not used for long is made again. */
const RATES_MAX = 100;
const MINUTE_SECONDS = 60;
const BLOCKED_MAX = 100_000;

type LimitRates = Pick<
  Config,
  | 'ratePerSecond'
  | 'rateBurst'
  | 'rateAccountKeys'
  | 'failedKeysPerMinute'
  | 'publicPerMinute'
  | 'callbacksPerMinute'
>;

type Options = {
  readonly connection: RedisConnection | null;
  readonly decisions: LimitDecisions;
};

export function openLimits(rates: LimitRates, { connection, decisions }: Options) {
  const perMinute = (scope: 'failed_key' | 'public' | 'callback', limit: number) =>
    openLimiter({ scope, limit, windowSeconds: MINUTE_SECONDS, burst: 0 }, connection);
  const failedKeys = perMinute('failed_key', rates.failedKeysPerMinute);
  const publicUse = perMinute('public', rates.publicPerMinute);
  const callbacks = perMinute('callback', rates.callbacksPerMinute);
  const blocked = boundedCache<Quota>(BLOCKED_MAX);
  const perRate = boundedCache<Limiter>(RATES_MAX);

  function limiterAt(scope: 'key' | 'account', limit: number): Limiter {
    const name = `${scope}:${limit}`;
    const known = perRate.get(name);
    if (known) return known;
    const burst = Math.round(
      (limit / rates.ratePerSecond) * (rates.rateBurst - rates.ratePerSecond),
    );
    const limiter = openLimiter(
      { scope, limit, windowSeconds: 1, burst: Math.max(0, burst) },
      connection,
    );
    perRate.set(name, limiter);
    return limiter;
  }

  async function count(limiter: Limiter, who: string): Promise<Quota> {
    const { quota, backend } = await limiter.count(who);
    const result = quota.isExceeded ? 'refused' : 'allowed';
    decisions.inc({ scope: quota.scope, result, backend });
    return quota;
  }

  return {
    /** Counts one request of a key and of its account, or of the dashboard. Returns the limit that refuses it, else the key's. */
    async countUse({ accountId, keyId, rateLimitPerSecond }: Caller) {
      const rate = rateLimitPerSecond || rates.ratePerSecond;
      const ofKey = await count(limiterAt('key', rate), keyId ?? accountId);
      // The dashboard has a rate of its own. What a key's own limit refuses costs the other keys nothing.
      if (keyId === null || ofKey.isExceeded) return ofKey;
      const ofAccount = await count(limiterAt('account', rate * rates.rateAccountKeys), accountId);
      return ofAccount.isExceeded ? ofAccount : ofKey;
    },
    async countFailedKey(ip: string) {
      const quota = await count(failedKeys, networkOf(ip));
      if (quota.isExceeded) blocked.set(networkOf(ip), quota, { ttl: Math.ceil(quota.resetMs) });
    },
    /** The exhausted limit of wrong keys and sessions from this address; null: they are checked. */
    failedKeyBlock(ip: string): Quota | null {
      const network = networkOf(ip);
      const quota = blocked.get(network);
      return quota ? { ...quota, resetMs: blocked.getRemainingTTL(network) } : null;
    },
    countPublicUse: (ip: string) => count(publicUse, networkOf(ip)),
    /** Callbacks of the bank count together: they come from several addresses. */
    countCallback: () => count(callbacks, 'bank'),
  };
}
