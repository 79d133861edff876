import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { startPrivateRedis } from '../../../../scripts/provision/redis.ts';
import type { TestServer } from '../../../../scripts/provision/test-server.ts';
import { openCache } from '../../src/cache/open-cache.ts';
import { openRedisCache } from '../../src/cache/redis-cache.ts';
import { openRedis } from '../../src/cache/redis-connection.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { openTestRuntime } from '../support/test-runtime.ts';
import { timed } from '../support/timed.ts';
import { describeCacheContract } from './cache-contract.ts';

const LONG_MS = 60_000;
/** For tests that are not about slowness, on machines that are slow. */
const PATIENT = { commandTimeoutMs: 60_000 };
const AS_IN_PRODUCTION = {};
/** Each call's own limit. */
const REPLY_MAX_MS = 50;

let server: TestServer;
/** Reads what Redis really has. */
let eye: Redis;
/** A cache that has reached Redis, with a key space of its own. */
async function open(limits: { commandTimeoutMs?: number } = PATIENT) {
  const prefix = `${randomUUID()}:`;
  const runtime = openTestRuntime();
  const cache = openRedisCache(server.address, { prefix, log: runtime.log, ...limits });
  const isShared = async () => {
    await cache.set('probe', Buffer.from('1'), LONG_MS);
    return (await eye.del(`${prefix}probe`)) === 1;
  };
  await eventually(isShared);
  return Object.assign(cache, { prefix, isShared, logged: runtime.logged });
}

async function freeze() {
  if (server.source !== 'local') {
    // The process of a container cannot be signalled, so Redis itself is asked to pause.
    await eye.client('PAUSE', 2_000, 'ALL');
    return { [Symbol.dispose]: () => {} };
  }
  const pid = Number(/process_id:(\d+)/.exec(await eye.info('server'))?.[1]);
  process.kill(pid, 'SIGSTOP');
  return { [Symbol.dispose]: () => void process.kill(pid, 'SIGCONT') };
}

describeNeeding(['redis'], 'the cache on Redis', () => {
  beforeAll(async () => {
    server = await startPrivateRedis();
    eye = new Redis(server.address, { retryStrategy: () => 50 });
    eye.on('error', () => {});
  });
  afterAll(async () => {
    eye?.disconnect();
    await server?.[Symbol.asyncDispose]();
  });

  describeCacheContract('redis', () => open());

  test('replicas share what one of them has set', async () => {
    await using cache = await open();
    await using other = openCache(
      { redisUrl: server.address, prefix: cache.prefix },
      openTestRuntime(),
    );
    await cache.set('k', Buffer.from('v'), LONG_MS);
    expect(await eventually(async () => (await other.get('k')) ?? false)).toEqual(Buffer.from('v'));
  });

  test('while Redis is frozen every call answers in time, and Redis is used again afterwards', async () => {
    await using cache = await open(AS_IN_PRODUCTION);
    await eye.set(`${cache.prefix}k`, 'v');
    const firstsMs: number[] = [];
    // A machine that stalls makes one of them late, not all.
    for (let turn = 0; turn < 3; turn += 1) {
      {
        using _frozen = await freeze();
        const [first, firstMs] = await timed(() => cache.get('k'));
        expect(first).toBeUndefined();
        firstsMs.push(firstMs);
        // Those after the first do not even wait for the limit, unless the machine stalls.
        const restMs: number[] = [];
        for (let n = 0; n < 20; n += 1) restMs.push((await timed(() => cache.get('k')))[1]);
        expect(Math.min(...restMs)).toBeLessThan(REPLY_MAX_MS / 2);
        await cache.set('meanwhile', Buffer.from('m'), LONG_MS);
        expect(await cache.get('meanwhile')).toEqual(Buffer.from('m'));
      }
      const used = await eventually(async () => (await cache.get('k')) ?? false);
      expect(used).toEqual(Buffer.from('v'));
    }
    expect(Math.min(...firstsMs)).toBeLessThan(5 * REPLY_MAX_MS);
  });

  test('while Redis is down the process caches in its own memory; a restarted Redis is used again', async () => {
    await using cache = await open(AS_IN_PRODUCTION);
    await server.kill();
    // Without a limit it would wait for the restart below.
    await cache.set('k', Buffer.from('v'), LONG_MS);
    expect(await cache.get('k')).toEqual(Buffer.from('v'));
    const warnings = () => cache.logged.filter((line) => line.includes('redis is unavailable'));
    await eventually(() => warnings().length > 0);
    for (let n = 0; n < 5; n += 1) await cache.get('k');
    expect(warnings()).toHaveLength(1);
    await server.restart();
    await eventually(cache.isShared);
  });

  test('a Redis that freezes is reported while nobody asks it anything, and so is its return', async () => {
    const states: boolean[] = [];
    const { log } = openTestRuntime();
    const options = {
      prefix: '',
      log,
      meanwhile: '',
      onState: (isUp: boolean) => states.push(isUp),
    };
    using _connection = openRedis(server.address, options);
    await eventually(() => states.at(-1) === true);
    {
      using _frozen = await freeze();
      await eventually(() => states.at(-1) === false);
    }
    await eventually(() => states.at(-1) === true);
  });

  test('a full Redis neither fails a call nor counts as an outage', async () => {
    await using cache = await open();
    await cache.set('k', Buffer.from('v'), LONG_MS);
    await eye.config('SET', 'maxmemory', '1');
    try {
      await cache.set('other', Buffer.from('v'), LONG_MS);
      expect(await cache.get('k')).toEqual(Buffer.from('v'));
    } finally {
      await eye.config('SET', 'maxmemory', '0');
    }
    expect(cache.logged).toEqual([]);
  });

  test('a Redis that was never reachable does not fail a call', async () => {
    const runtime = openTestRuntime();
    await using cache = openCache({ redisUrl: 'redis://127.0.0.1:1' }, runtime);
    await cache.set('k', Buffer.from('v'), LONG_MS);
    expect(await cache.get('k')).toEqual(Buffer.from('v'));
  });
});
