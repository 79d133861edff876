import { connect } from 'node:net';
import { type RunningSystem, runSystem } from '../../../test/harness/run-system.ts';
import { postJson, send, sendRaw } from './http.ts';

let system: RunningSystem;
let key: string;
beforeAll(async () => {
  system = await runSystem();
  ({ key } = await system.newAccount());
});
afterAll(() => system[Symbol.asyncDispose]());

afterEach(async () => {
  const headers = { authorization: `Bearer ${key}` };
  const reply = await send(system.port, postJson('/api/deposit', { value: 5000 }, headers));
  expect(reply.status).toBe(201);
});

const HOST = 'Host: x\r\n';
const TLS_HELLO = Buffer.from('16030100c8010000c40303aabbccddeeff00112233445566778899', 'hex');

/** The status line and the one JSON body of a reply to what was not HTTP. */
function expectEnvelope(reply: string, status: number): void {
  const [head = '', body = ''] = reply.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/\r\nContent-Type: application\/json/i);
  expect(head).toMatch(/\r\nConnection: close/i);
  expect(JSON.parse(body)).toMatchObject({
    success: false,
    error: expect.stringMatching(/^[A-Z].{5,}$/),
    code: expect.stringMatching(/^[a-z_]+$/),
  });
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
  ['a NUL in a header', `GET / HTTP/1.1\r\n${HOST}X: a\u0000b\r\n\r\n`, 400],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['a negative length', `POST /api/deposit HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`, 400],
  [
    'two lengths',
    `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    400,
  ],
  [
    'a length and chunks',
    `POST / HTTP/1.1\r\n${HOST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['headers without end', `GET / HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['headers without number', `GET / HTTP/1.1\r\n${HOST}${'X: y\r\n'.repeat(5_000)}\r\n`, 431],
  ['a path without end', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 431],
  [
    'an expectation we cannot meet',
    `POST /api/deposit HTTP/1.1\r\n${HOST}Expect: a-miracle\r\nConnection: close\r\n\r\n`,
    417,
  ],
])('%s on the connection is answered in the usual envelope', async (_what, bytes, status) => {
  expectEnvelope(await sendRaw(system.port, bytes), status);
});

test('a tunnel is not offered', async () => {
  expectEnvelope(
    await sendRaw(system.port, `CONNECT example.com:443 HTTP/1.1\r\n${HOST}\r\n`),
    405,
  );
});

test('a broken chunk is answered in the usual envelope', async () => {
  const head =
    `POST /api/deposit HTTP/1.1\r\n${HOST}Authorization: Bearer ${key}\r\n` +
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  expectEnvelope(await sendRaw(system.port, `${head}zz\r\n`), 400);
});

test('an upgrade that we do not offer is answered as a plain request', async () => {
  const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n';
  const reply = await sendRaw(system.port, `GET /nothing HTTP/1.1\r\n${HOST}${upgrade}\r\n`);
  expect(reply).toMatch(/^HTTP\/1.1 404 /);
});

test('a client that hangs up in the middle of a body harms nobody and is no failure of ours', async () => {
  const head =
    `POST /api/deposit HTTP/1.1\r\n${HOST}Authorization: Bearer ${key}\r\n` +
    'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"val';
  for (let i = 0; i < 20; i++) {
    const socket = connect(system.port, '127.0.0.1', () => socket.end(head));
    socket.on('error', () => {});
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
  }
  const log = system.runtime.logged.join('');
  expect(log).not.toContain('request failed');
});
