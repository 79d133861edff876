import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@entrada/platform/testing/free-port';
import type { Container } from './docker.ts';
import { type Part, providePrivate } from './provide.ts';
import { deathSignalPrefix, type ServerProcess, startAnswering } from './server-process.ts';
import { startLocally, type TestServer, type TestServerOptions } from './test-server.ts';
import { REDIS_SERVER, requireTools } from './tools.ts';

export const REDIS: Part = {
  name: 'Redis',
  addressVariable: 'TEST_REDIS_URL',
  sourceVariable: 'TEST_REDIS_SOURCE',
  skipVariable: 'SKIP_REDIS',
  container: redisContainer,
  tools: () => [REDIS_SERVER],
  startLocal: startLocalRedis,
};

/** A Redis of the caller's own, to stop, kill and restart. */
export function startPrivateRedis(options: TestServerOptions = {}): Promise<TestServer> {
  return providePrivate(REDIS, options);
}

function redisContainer(): Container {
  return {
    image: 'redis:8-alpine',
    port: 6379,
    environment: () => ({}),
    command: ['redis-server', '--save', '', '--appendonly', 'no'],
    address: (host, port) => `redis://${host}:${port}`,
  };
}

const START_WAIT_MAX_MS = 15_000;
const STOP_WAIT_MAX_MS = 5_000;
const PING_WAIT_MAX_MS = 1_000;

/** The `redis-server` on the path, keeping nothing on disk. */
async function startLocalRedis(options: TestServerOptions = {}): Promise<TestServer> {
  requireTools([REDIS_SERVER], 'Redis');
  const folder = mkdtempSync(join(tmpdir(), 'entrada-redis-'));
  const port = await freePort();
  const address = `redis://127.0.0.1:${port}`;
  return startLocally(address, folder, () => launchRedis({ folder, port, options }));
}

type Launching = { folder: string; port: number; options: TestServerOptions };

function launchRedis({ folder, port, options }: Launching): Promise<ServerProcess> {
  const elsewhere = options.advertise ? [options.advertise, '--protected-mode', 'no'] : [];
  const [program = REDIS_SERVER.command, ...args] = [
    ...deathSignalPrefix('SIGKILL'),
    REDIS_SERVER.command,
    ...['--port', String(port), '--dir', folder, '--save', '', '--appendonly', 'no'],
    ...['--bind', '127.0.0.1', ...elsewhere],
  ];
  const server = {
    name: 'Redis',
    command: [program, ...args],
    stopSignal: 'SIGTERM',
    stopWaitMaxMs: STOP_WAIT_MAX_MS,
    onLog: options.onLog,
  } as const;
  const wait = { waitMaxMs: START_WAIT_MAX_MS, signal: options.signal };
  return startAnswering(server, () => pings(port), wait);
}

function pings(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: PING_WAIT_MAX_MS });
    const end = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.on('connect', () => socket.write('PING\r\n'));
    socket.on('data', (reply) => end(reply.toString().startsWith('+PONG')));
    socket.on('timeout', () => end(false));
    socket.on('error', () => end(false));
  });
}
