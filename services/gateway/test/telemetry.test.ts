import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '@entrada/platform/testing/eventually';
import { runSystem } from '../../../test/harness/run-system.ts';
import { send } from './http.ts';
import { newShop } from './shop.ts';

const { system, headers, get, post } = newShop(() => runSystem({ REQUEST_TIMEOUT_MS: '1000' }));
afterEach(() => {
  for (const line of [...Object.values(system.lines), system.bank.line]) line.restore();
});

type Labels = { method: string; route: string; status: number; error: string };

/** How many requests were answered in this way. */
async function answered({ method, route, status, error }: Labels): Promise<number> {
  const text = await system.runtime.metrics.metrics();
  const series = `http_server_request_duration_seconds_count{http_request_method="${method}",http_route="${route}",http_response_status_code="${status}",error_type="${error}"`;
  const line = text.split('\n').find((one) => one.startsWith(series));
  return Number(line?.split(' ').at(-1) ?? 0);
}

const deposit = () => post('/api/deposit', { value: 5000 });

test('a failure of the bank is counted apart from ours', async () => {
  const post = { method: 'POST', route: '/api/deposit', status: 503 };
  const counts = async () => ({
    bank: await answered({ ...post, error: 'bank' }),
    ours:
      (await answered({ ...post, error: 'ours' })) +
      (await answered({ ...post, status: 504, error: 'ours' })),
  });
  system.bank.line.cut();
  // Once more where the machine stalled until the time of the request was over: that failure is ours.
  const before = await eventually(async () => {
    const soFar = await counts();
    expect((await deposit()).body.code).toBe('provider_unavailable');
    return soFar;
  });
  const { bank, ours } = before;
  await eventually(async () => expect(await counts()).toEqual({ bank: bank + 1, ours }));
  system.bank.line.restore();

  system.lines.charges.cut();
  expect((await deposit()).status).toBeGreaterThanOrEqual(503);
  await eventually(async () => expect(await counts()).toEqual({ bank: bank + 1, ours: ours + 1 }));
});

test('what a gateway asks itself before it is ready is not in its log at level info', async () => {
  const levels = () =>
    system.runtime.logged
      .map((line) => JSON.parse(line))
      .filter(({ event, route }) => event === 'request' && route === '/api/deployment')
      .map(({ level }) => level);
  await system.runtime.health.warmUp();
  await eventually(() => expect(new Set(levels())).toEqual(new Set(['debug'])));

  await send(system.port, { path: '/api/deployment' });

  await eventually(() => expect(levels().filter((level) => level === 'info')).toHaveLength(1));
});

test('a request that waits is counted apart from those that are answered at once', async () => {
  const path = '/api/events?wait=1';
  await eventually(async () => expect((await get(path)).status).toBe(200));

  const labels = { method: 'GET', route: '/api/events (wait)', status: 200, error: '' };
  await eventually(async () => expect(await answered(labels)).toBe(1));
  expect(await answered({ ...labels, route: '/api/events' })).toBe(0);
});

test('a client that hung up before the reply is not counted as answered', async () => {
  const lines = [
    'GET /api/events?wait=20 HTTP/1.1',
    'Host: entrada',
    `Authorization: ${headers.authorization}`,
  ];
  const labels = { method: 'GET', route: '/api/events (wait)', status: 499, error: '' };
  // Once more where the connection ended before its request was read.
  await eventually(async () => {
    const socket = connect(system.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    await get('/api/balance');
    socket.destroy();
    await once(socket, 'close');
    expect(await answered(labels)).toBeGreaterThan(0);
  });
});

test('whether revocations arrive at once is shown', async () => {
  const text = () => system.runtime.metrics.metrics();
  await eventually(async () => expect(await text()).toMatch(/^revocation_stream_up 1$/m));
  system.lines.auth.cut();
  await eventually(async () => expect(await text()).toMatch(/^revocation_stream_up 0$/m));
});
