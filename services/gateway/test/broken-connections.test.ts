import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { ERROR_CODES } from '../src/transport/openapi/error-codes.ts';
import { send, sendRaw } from './http.ts';
import { newShop } from './shop.ts';

const { system, headers, post } = newShop();
afterEach(async () => expect((await post('/api/deposit', { value: 5000 })).status).toBe(201));

const HOST = 'Host: x\r\n';
const TLS_HELLO = Buffer.from('16030100c8010000c40303aabbccddeeff00112233445566778899', 'hex');

/** The head and the one JSON body of a reply to what was not HTTP, like those of any other. */
function expectEnvelope(reply: string, status: number): void {
  const [head = '', body = ''] = reply.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/\r\nContent-Type: application\/json; charset=utf-8/i);
  expect(head).toMatch(/\r\nCache-Control: no-store/i);
  expect(head).toMatch(/\r\nAPI-Version: \d+\.\d+\.\d+\r/i);
  expect(head).toMatch(/\r\nConnection: close/i);
  const { code, requestId, ...rest } = JSON.parse(body);
  expect(rest).toEqual({ success: false, error: expect.stringMatching(/^[A-Z].{5,}$/) });
  expect(ERROR_CODES[code]?.statuses).toEqual([status]);
  expect(head).toMatch(new RegExp(`\\r\\nX-Request-Id: ${requestId}(\\r\\n|$)`, 'i'));
  expect(system.runtime.logged.filter((line) => line.includes(requestId))).toHaveLength(1);
  expect(reply).not.toMatch(/\n\s+at |node_modules|Error:/);
}

test.each<[string, string | Buffer, number]>([
  ['garbage', '\u0001\u0002\u0003 garbage \u0000\r\n\r\n', 400],
  ['a greeting of TLS', TLS_HELLO, 400],
  ['a greeting of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['an invented method', `FOO /api/deposit HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['an invented version', `GET / HTTP/9.9\r\n${HOST}\r\n`, 400],
  ['a space in the path', `GET /a b HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['a header without a name', `GET / HTTP/1.1\r\n${HOST}: x\r\n\r\n`, 400],
  ['headers without end', `GET / HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['headers without number', `GET / HTTP/1.1\r\n${HOST}${'X: y\r\n'.repeat(5_000)}\r\n`, 431],
  ['a path without end', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 431],
  [
    'an expectation we cannot meet',
    `POST /api/deposit HTTP/1.1\r\n${HOST}Expect: an-unknown-extension\r\nConnection: close\r\n\r\n`,
    417,
  ],
  ['a request for a tunnel', `CONNECT example.com:443 HTTP/1.1\r\n${HOST}\r\n`, 405],
])('%s on the connection is answered in the usual envelope', async (_what, bytes, status) => {
  expectEnvelope(await sendRaw(system.port, bytes), status);
});

test('a broken chunk is answered in the usual envelope', async () => {
  const head =
    `POST /api/deposit HTTP/1.1\r\n${HOST}Authorization: ${headers.authorization}\r\n` +
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  expectEnvelope(await sendRaw(system.port, `${head}zz\r\n`), 400);
});

test('an upgrade that we do not offer is answered as a plain request', async () => {
  const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n';
  const reply = await sendRaw(system.port, `GET /nothing HTTP/1.1\r\n${HOST}${upgrade}\r\n`);
  expect(reply).toMatch(/^HTTP\/1.1 404 /);
});

test('a client that disconnects in the middle of a body causes no error', async () => {
  const head =
    `POST /api/deposit HTTP/1.1\r\n${HOST}Authorization: ${headers.authorization}\r\n` +
    'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"val';
  const logged = system.runtime.logged.length;
  for (let i = 0; i < 20; i++) {
    const socket = connect(system.port, '127.0.0.1', () => socket.end(head));
    socket.on('error', () => {});
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
  }
  const log = system.runtime.logged.slice(logged).join('');
  expect(log).not.toContain('request failed');
});

test('an idle connection outlives those of load balancers, as the reply says', async () => {
  const agent = new Agent({ keepAlive: true });
  const reply = await send(system.port, { path: '/nothing', agent });
  const [, seconds] = /^timeout=(\d+)$/.exec(String(reply.headers['keep-alive'])) ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
  agent.destroy();
});

describe('a client that takes its time', () => {
  const DRIP_EVERY_MS = 500;
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\n${HOST}Authorization: ${headers.authorization}\r\n`;

  /** What is answered, and after how long, to one who sends `first` and then letter by letter. */
  async function drip(first: string): Promise<{ reply: string; seconds: number }> {
    const socket = connect(system.port, '127.0.0.1');
    const begun = performance.now();
    socket.on('error', () => {});
    if (first !== '') socket.write(first);
    const timer = setInterval(() => first !== '' && socket.write('x'), DRIP_EVERY_MS);
    let reply = '';
    socket.on('data', (chunk) => {
      reply += String(chunk);
    });
    await once(socket, 'close');
    clearInterval(timer);
    return { reply, seconds: (performance.now() - begun) / 1_000 };
  }

  test('is answered and disconnected soon after its timeout', async () => {
    const json = 'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"x":"';
    const cases: readonly (readonly [string, string, number])[] = [
      ['says nothing', '', 10],
      ['drips its headers', `${head('/api/deposit')}X-Slow: `, 10],
      ['drips its body', `${head('/api/deposit')}${json}`, 15],
    ];
    const outcomes = await Promise.all(
      cases.map(async ([what, first, limit]) => ({ what, limit, ...(await drip(first)) })),
    );
    for (const { what, reply, seconds, limit } of outcomes) {
      process.stderr.write(`a client that ${what} is cut off after ${seconds.toFixed(1)} s\n`);
      expectEnvelope(reply, 408);
      expect(seconds).toBeGreaterThan(limit - 1);
      // Wide, for a machine that stalls: an idle connection would be kept for two minutes.
      expect(seconds).toBeLessThan(limit + 30);
    }
  });
});
