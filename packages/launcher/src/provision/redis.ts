import type { Container } from './docker.ts';
import { startLocalRedis } from './local-redis.ts';
import { type Part, providePrivate } from './provide.ts';
import type { TestServer, TestServerOptions } from './test-server.ts';
import { REDIS_SERVER } from './tools.ts';

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
