import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../../src/testing/eventually.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { startChild } from '../support/child.ts';

const CANARY = 'canary-2b2b';
const program = join(import.meta.dirname, 'service.ts');
const good = {
  ADMIN_PORT: '0',
  LISTEN_HOST: '127.0.0.1',
  PEPPER: Buffer.alloc(32, 7).toString('base64'),
};
const start = (env: Record<string, string> = {}) =>
  startChild(program, { env: { ...good, ...env } });

async function probe(port: unknown, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return `${response.status} ${(await response.text()).trim()}`;
}

test('a wrong environment is refused with exit code 78, every problem named and no value shown', async () => {
  await using child = start({ PEPPER: CANARY, ADMIN_PORT: CANARY, LOG_LEVEL: 'loud' });
  expect(await child.exit()).toBe(78);
  expect(child.stderr().split('\n')).toEqual([
    'smallest cannot start: invalid configuration:',
    expect.stringContaining('ADMIN_PORT must be an integer'),
    expect.stringContaining('LOG_LEVEL must be one of'),
    expect.stringContaining('PEPPER must'),
  ]);
  expect(child.stdout()).toBe('');
});

test('a service is ready when it has started and no more once it drains; it lives all the while', async () => {
  await using child = start({ DRAIN: 'by signal' });
  const { adminPort, startMs, startCpuMs } = await child.logged('serving');
  for (const cost of [startMs, startCpuMs]) expect(cost).toBeGreaterThan(0);
  expect(await probe(adminPort, '/livez')).toBe('200 ok');
  expect(await probe(adminPort, '/readyz')).toBe('200 ok');
  const metrics = await probe(adminPort, '/metrics');
  expect(metrics).toContain('dependency_up{dependency="dependency",service="smallest"} 1');
  expect(metrics).toContain('build_info{');
  expect(await probe(adminPort, '/other')).toBe('404 not found');

  child.signal('SIGTERM');
  await child.logged('draining');
  expect(await probe(adminPort, '/readyz')).toBe('503 draining');
  expect(await probe(adminPort, '/livez')).toBe('200 ok');
  child.signal('SIGUSR2');
  expect(await child.exit()).toBe(0);
  expect(child.stdout()).toContain('"msg":"drained"');
  expect(child.stderr()).toBe('');
});

test('a service that has started is ready only when it has warmed up', async () => {
  const port = await freePort();
  await using child = start({ WARM: 'by signal', ADMIN_PORT: String(port) });
  await child.logged('starting');
  expect(await eventually(() => probe(port, '/readyz'))).toBe('503 starting');
  child.signal('SIGUSR2');
  await child.logged('serving');
  expect(await probe(port, '/readyz')).toBe('200 ok');
});

test('a service is not ready before it has reached what may be set up wrongly, and says what', async () => {
  const port = await freePort();
  await using child = start({ REACHED: 'by signal', ADMIN_PORT: String(port) });
  await child.logged('starting');
  expect(await eventually(() => probe(port, '/readyz'))).toBe(
    '503 starting\nwaiting for the event log',
  );
  expect(await probe(port, '/livez')).toBe('200 ok');
  child.signal('SIGUSR2');
  await child.logged('serving');
  expect(await probe(port, '/readyz')).toBe('200 ok');
});

test('a warm-up that fails is logged and keeps no service from being ready', async () => {
  await using child = start({ WARM: 'in failure' });
  const { adminPort } = await child.logged('serving');
  expect(await probe(adminPort, '/readyz')).toBe('200 ok');
  expect(await child.logged('ready without a complete warm-up')).toMatchObject({
    level: 'warn',
    cold: ['first call: no peer'],
  });
});

test('a drain that is stuck ends at its limit, with a failure', async () => {
  await using child = start({ DRAIN: 'by signal', SHUTDOWN_TIMEOUT_MS: '200' });
  await child.logged('serving');
  const asked = performance.now();
  child.signal('SIGTERM');
  expect(await child.exit()).toBe(1);
  // The default is twice as long.
  expect(performance.now() - asked).toBeLessThan(10_000);
  expect(child.stdout()).toContain('drain took too long');
});

test('a signal before the start is over ends the process without fuss', async () => {
  await using child = start({ START: 'hangs' });
  await child.logged('starting');
  child.signal('SIGTERM');
  expect(await child.exit()).toBe(0);
});

test.each([
  ['start that fails', { START: 'fails' }, 'no database', 'cannot start: no database'],
  ['rejection that nobody handles', { START: 'breaks later' }, 'a bug', 'unhandled rejection'],
])('a %s is logged and ends the process with a failure', async (_, env, why, msg) => {
  await using child = start(env);
  expect(await child.exit()).toBe(1);
  const last = JSON.parse(child.stdout().split('\n').at(-1) ?? '');
  expect(last).toMatchObject({ level: 'fatal', service: 'smallest', msg, err: { message: why } });
  expect(child.stderr()).toBe('');
});

test('a port in use is named with its setting and ends the process for good', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  await using child = start({ ADMIN_PORT: String(port) });
  expect(await child.exit()).toBe(78);
  taken.close();
  expect(child.stdout()).toContain(
    `port ${port} of 127.0.0.1 is in use by another program: end that program, or change ADMIN_PORT`,
  );
});
