import type { RedisConnection } from '@entrada/platform/cache/redis-connection';
import { LRUCache } from 'lru-cache';
import type { Counter } from 'prom-client';
import type { Quota } from '../domain/quota.ts';
import type { LimitPorts } from '../ports.ts';
import { networkOf } from './ip-network.ts';
import { type Limiter, openLimiter } from './limiter.ts';

/** Accounts have one of few rates; the limiter of a rate that was not used for long is recreated. */
const RATES_MAX = 100;
const MINUTE_SECONDS = 60;
const BLOCKED_MAX = 100_000;

export type LimitRates = {
  readonly keyPerSecond: number;
  readonly keyBurst: number;
  readonly failedKeysPerMinute: number;
  readonly publicPerMinute: number;
};

type Options = {
  readonly connection: RedisConnection | null;
  readonly decisions: Counter<'scope' | 'result' | 'backend'>;
};

export function openLimits(rates: LimitRates, { connection, decisions }: Options): LimitPorts {
  const byIp = (scope: 'failed_key' | 'public', limit: number) =>
    openLimiter({ scope, limit, windowSeconds: MINUTE_SECONDS, burst: 0 }, connection);
  const failedKeys = byIp('failed_key', rates.failedKeysPerMinute);
  const publicUse = byIp('public', rates.publicPerMinute);
  const blocked = new LRUCache<string, Quota>({ max: BLOCKED_MAX });
  const perKey = new LRUCache<number, Limiter>({ max: RATES_MAX });

  function limiterAt(limit: number): Limiter {
    const known = perKey.get(limit);
    if (known) return known;
    const burst = Math.round((limit / rates.keyPerSecond) * (rates.keyBurst - rates.keyPerSecond));
    const limiter = openLimiter(
      { scope: 'key', limit, windowSeconds: 1, burst: Math.max(0, burst) },
      connection,
    );
    perKey.set(limit, limiter);
    return limiter;
  }

  async function count(limiter: Limiter, who: string): Promise<Quota> {
    const { quota, backend } = await limiter.count(who);
    const result = quota.isExceeded ? 'refused' : 'allowed';
    decisions.inc({ scope: quota.scope, result, backend });
    return quota;
  }

  return {
    countKeyUse: (keyId, ratePerSecond) =>
      count(limiterAt(ratePerSecond || rates.keyPerSecond), keyId),
    async countFailedKey(ip) {
      const quota = await count(failedKeys, networkOf(ip));
      if (quota.isExceeded) blocked.set(networkOf(ip), quota, { ttl: Math.ceil(quota.resetMs) });
    },
    failedKeyBlock(ip) {
      const network = networkOf(ip);
      const quota = blocked.get(network);
      return quota ? { ...quota, resetMs: blocked.getRemainingTTL(network) } : null;
    },
    countPublicUse: (ip) => count(publicUse, networkOf(ip)),
  };
}
