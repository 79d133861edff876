import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { requiredAddress } from '@entrada/platform/testing/environment';
import { eventually } from '@entrada/platform/testing/eventually';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { Redis } from 'ioredis';
import { startPrivateRedis } from '../../../packages/launcher/src/provision/redis.ts';
import type { TestServer } from '../../../packages/launcher/src/provision/test-server.ts';
import { timed } from '../../../packages/platform/test/support/timed.ts';
import { selfSigned, startTlsFront } from '../../../packages/platform/test/support/tls-front.ts';
import { openLimiter } from '../src/limits/limiter.ts';
import { openRedis } from '../src/limits/redis-connection.ts';

/** Each call's own limit. */
const REPLY_MAX_MS = 50;

let server: TestServer;
/** Reads what Redis really has. */
let eye: Redis;
/** A connection that has reached Redis, used as the limits use it; a call that fails answers nothing. */
async function open(limits: { commandTimeoutMs?: number } = {}) {
  const { log, logged } = testRuntime();
  const meanwhile = 'on its own';
  const connection = openRedis(server.address, {
    prefix: `${randomUUID()}:`,
    log,
    meanwhile,
    ...limits,
  });
  const ask = async (command: (redis: Redis) => Promise<string | null>) => {
    if (!connection.isReady()) return null;
    return command(connection.redis).catch((error: unknown) => {
      connection.noteFailure(error);
      return null;
    });
  };
  const set = () => ask((redis) => redis.set('k', 'v'));
  const get = () => ask((redis) => redis.get('k'));
  const isShared = async () => (await set()) === 'OK' && (await get()) === 'v';
  await eventually(isShared);
  return Object.assign(connection, { set, get, isShared, logged });
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

describeNeeding(['redis'], 'the connection to Redis', () => {
  beforeAll(async () => {
    server = await startPrivateRedis();
    eye = new Redis(server.address, { retryStrategy: () => 50 });
    eye.on('error', () => {});
  });
  afterAll(async () => {
    eye?.disconnect();
    await server?.[Symbol.asyncDispose]();
  });

  test('while Redis is frozen every call answers in time, and Redis is used again afterwards', async () => {
    using connection = await open();
    const firstsMs: number[] = [];
    // A machine that stalls makes one of them late, not all.
    for (let turn = 0; turn < 3; turn += 1) {
      {
        using _frozen = await freeze();
        const [first, firstMs] = await timed(connection.get);
        expect(first).toBeNull();
        firstsMs.push(firstMs);
        // Those after the first do not even wait for the limit, unless the machine stalls.
        const restMs: number[] = [];
        for (let n = 0; n < 20; n += 1) restMs.push((await timed(connection.get))[1]);
        expect(Math.min(...restMs)).toBeLessThan(REPLY_MAX_MS / 2);
      }
      await eventually(connection.isShared);
    }
    expect(Math.min(...firstsMs)).toBeLessThan(5 * REPLY_MAX_MS);
  });

  test('while Redis is down calls fail at once, with one warning; a restarted Redis is used again', async () => {
    using connection = await open();
    await server.kill();
    // Without a limit it would wait for the restart below.
    expect(await connection.get()).toBeNull();
    const warnings = () =>
      connection.logged.filter((line) => line.includes('redis is unavailable'));
    await eventually(() => warnings().length > 0);
    for (let n = 0; n < 5; n += 1) await connection.get();
    expect(warnings()).toHaveLength(1);
    await server.restart();
    await eventually(connection.isShared);
  });

  test('a Redis that freezes is reported while nobody asks it anything, and so is its return', async () => {
    const states: boolean[] = [];
    const { log } = testRuntime();
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

  test('a full Redis does not count as an outage', async () => {
    using connection = await open({ commandTimeoutMs: 60_000 });
    await eye.config('SET', 'maxmemory', '1');
    try {
      expect(await connection.set()).toBeNull();
      expect(await connection.get()).toBe('v');
    } finally {
      await eye.config('SET', 'maxmemory', '0');
    }
    expect(connection.logged).toEqual([]);
  });

  test('a limit never says that it has ended, also in the last millisecond of its window', async () => {
    await using connection = await open();
    const rate = { scope: 'failed_key', limit: 1, windowSeconds: 60, burst: 0 } as const;
    const limiter = openLimiter(rate, connection);
    const resets: number[] = [];
    while (resets.length < 100) {
      await limiter.count('network');
      const [key = ''] = (await eye.keys('*')).filter((one) => one.includes('failed_key'));
      await eye.pexpire(key, 1);
      const { quota } = await limiter.count('network');
      if (quota.isExceeded) resets.push(quota.resetMs);
    }
    expect(Math.min(...resets)).toBe(1);
  });

  test('a Redis that was never reachable is not ready', async () => {
    const { log } = testRuntime();
    using connection = openRedis('redis://127.0.0.1:1', { prefix: '', log, meanwhile: '' });
    expect(connection.isReady()).toBe(false);
  });
});

describeNeeding(['redis'], 'Redis over TLS', () => {
  test('commands are encrypted, and a server of another authority is refused', async () => {
    using held = new DisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'entrada-redis-tls-'));
    held.defer(() => rmSync(folder, { recursive: true }));
    const [ours, foreign] = [join(folder, 'ours.pem'), join(folder, 'foreign.pem')];
    const certificate = await selfSigned();
    writeFileSync(ours, certificate.cert);
    writeFileSync(foreign, (await selfSigned()).cert);
    const address = new URL(requiredAddress('TEST_REDIS_URL'));
    await using front = await startTlsFront(address, certificate, 'redis');
    const url = new URL(address.href.replace('redis:', 'rediss:'));
    url.host = `127.0.0.1:${front.port}`;
    const open = (caFile: string) => {
      const { log, logged } = testRuntime();
      const options = { prefix: 'tls:', log, meanwhile: 'waiting', commandTimeoutMs: 5_000 };
      return { ...openRedis(url.href, { ...options, caFile }), logged };
    };
    using good = open(ours);
    await eventually(() => good.isReady());
    expect(await good.redis.echo('hello')).toBe('hello');
    using bad = open(foreign);
    await eventually(() => JSON.stringify(bad.logged).includes('self-signed'));
    expect(bad.isReady()).toBe(false);
  });
});
