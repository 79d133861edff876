import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { eventually } from '@entrada/platform/testing/eventually';
import { recordSpans } from '@entrada/platform/testing/recorded-spans';
import { ConnectTimeout, openConnector } from '../src/clients/connector.ts';
import { openDestinations, parseNetworks, Unresolved } from '../src/clients/destinations.ts';
import { openReceivers } from '../src/clients/receivers.ts';
import { judge } from '../src/domain/attempt.ts';
import { startReceiver } from './receiver.ts';

const recorded = recordSpans();
const HOST = 'receiver.entrada.dev';
const TIMEOUT_MS = 1_000;
const MOMENT = { attemptsDone: 1, now: new Date(), random: 0 };
/** Long enough for a machine that stalls, where no timeout is waited for. */
const PATIENT_MS = 30_000;
const OWN_PORT = 9_090;
/** Ten megabytes in ten kilobytes: taken as the bytes they are, never unpacked. */
const BOMB = gzipSync(Buffer.alloc(10 * 1_048_576));
const LIMITS = { timeoutMs: TIMEOUT_MS, responseBytesMax: 65_536 };
const pem = (name: string) => readFileSync(`${import.meta.dirname}/tls/${name}.pem`, 'utf8');

const here = openDestinations(
  {
    hosts: [],
    networks: parseNetworks(['127.0.0.0/8']),
    isHttpAllowed: true,
    refusedPorts: new Set([OWN_PORT]),
  },
  async (hostname) => {
    if (hostname === HOST) return ['127.0.0.1'];
    throw new Unresolved('no such name');
  },
);
const openWith = (timeoutMs: number) =>
  openReceivers({ timeoutMs, destinations: here, ca: pem('ca') });
const receivers = openWith(PATIENT_MS);
const brief = openWith(TIMEOUT_MS);
afterAll(async () => {
  await receivers[Symbol.asyncDispose]();
  await brief[Symbol.asyncDispose]();
});

const message = (url: string) => ({
  id: 'evt_1',
  url,
  secrets: ['whsec_c2VjcmV0'],
  authorization: null,
  body: Buffer.from('{"a":1}'),
  at: new Date(),
  isTest: false,
});

async function postTo(url: string, through = receivers) {
  const result = await through.post(message(url));
  if (!result) throw new Error('cut short');
  const { outcome, cause } = judge(result, MOMENT, LIMITS);
  return { outcome, cause, ...result };
}

async function startTls(options: TlsOptions): Promise<AsyncDisposable & { url: string }> {
  const server = createTlsServer({ key: pem('key'), ...options }, (socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://${HOST}:${(server.address() as AddressInfo).port}/hook`,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

test('an attempt over TLS is timed phase by phase', async () => {
  await using receiver = await startTls({ cert: pem('good') });
  const { outcome, timings } = await postTo(receiver.url);
  expect(outcome).toBe('delivered');
  const { dnsMs, tcpMs, tlsMs, firstByteMs, totalMs } = timings;
  for (const phase of [dnsMs, tcpMs, tlsMs]) expect(phase).toBeGreaterThanOrEqual(0);
  const connected = Number(dnsMs) + Number(tcpMs) + Number(tlsMs);
  expect(firstByteMs).toBeGreaterThanOrEqual(connected * 0.99);
  expect(totalMs).toBeGreaterThanOrEqual(Number(firstByteMs));
});

test('an attempt of traced work has a span, and the receiver is not sent the trace', async () => {
  await using receiver = await startReceiver();
  await recorded.inTrace(() => postTo(receiver.url));
  expect(recorded.spans().map(({ name }) => name)).toEqual(['POST', 'request']);
  expect(receiver.log.map(({ headers }) => headers.traceparent)).toEqual([undefined]);
});

test('a kept connection shows that nothing had to be connected', async () => {
  await using receiver = await startReceiver();
  await eventually(async () => {
    const { timings } = await postTo(receiver.url);
    expect(timings).toMatchObject({ dnsMs: null, tcpMs: null, tlsMs: null });
  });
});

test.each([
  ['expired', {}, 'the certificate expired on 2021-03-01'],
  ['self-signed', {}, 'the certificate is self-signed'],
  ['other', {}, `the certificate is for elsewhere.entrada.dev, not for ${HOST}`],
  [
    'good',
    { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const,
    'the host does not speak TLS 1.2 or newer',
  ],
])('a host with the certificate "%s" and %j is sent nothing', async (name, options, cause) => {
  await using receiver = await startTls({ cert: pem(name), ...options });
  expect(await postTo(receiver.url)).toMatchObject({ outcome: 'insecure', cause });
});

test('a port that speaks no TLS is named as such', async () => {
  await using receiver = await startReceiver();
  const url = receiver.url.replace('http://127.0.0.1', `https://${HOST}`);
  expect(await postTo(url)).toMatchObject({
    outcome: 'insecure',
    cause: 'the port does not speak TLS',
  });
});

test('a name that does not resolve is named as such', async () => {
  expect(await postTo('https://nowhere.entrada.dev/')).toMatchObject({
    outcome: 'unresolved',
    cause: 'the host name does not resolve',
  });
});

const OK = 'HTTP/1.1 200 OK\r\n';

/** As the log of the endpoint shows them. */
const CAUSES: Readonly<Record<string, string>> = {
  'an endless body': 'answered 200 with more than 65536 bytes',
  'endless chunks': 'answered 200, but the response did not end within 1 s',
  'less than its length': 'the connection was closed before the response was complete',
  'another protocol': 'the response was not valid HTTP',
};

test.each([
  [
    'endless 100-continue',
    (s) => endlessly(s, 'HTTP/1.1 100 Continue\r\n\r\n'),
    /reset|malformed|timeout/,
  ],
  [
    'endless 103 hints',
    (s) => endlessly(s, 'HTTP/1.1 103 Early Hints\r\n\r\n', 5),
    /timeout|malformed|reset/,
  ],
  [
    'endless headers',
    (s) => {
      s.write(OK);
      endlessly(s, `x-${'y'.repeat(500)}: z\r\n`);
    },
    /malformed/,
  ],
  ['headers that drip', (s) => endlessly(s, 'H', 50), /malformed|timeout/],
  [
    'an endless body',
    (s) => {
      s.write(`${OK}\r\n`);
      endlessly(s, Buffer.alloc(65_536, 'x'));
    },
    /too_long/,
  ],
  [
    'endless chunks',
    (s) => {
      s.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
      endlessly(s, '1\r\nx\r\n', 5);
    },
    /timeout/,
  ],
  ['a compressed bomb', (s) => bomb(s), /delivered/],
  [
    'two lengths',
    (s) => s.end(`${OK}content-length: 1\r\ncontent-length: 5\r\n\r\nhello`),
    /malformed/,
  ],
  ['a negative length', (s) => s.end(`${OK}content-length: -1\r\n\r\n`), /malformed/],
  [
    'length and chunks',
    (s) => s.end(`${OK}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    /malformed/,
  ],
  ['less than its length', (s) => s.end(`${OK}content-length: 99\r\n\r\nshort`), /reset/],
  ['a header with a zero byte', (s) => s.end(`${OK}a: \u0000b\r\n\r\n`), /malformed/],
  ['a header without a name', (s) => s.end(`${OK}: x\r\n\r\n`), /malformed/],
  ['a status of its own', (s) => s.end('HTTP/1.1 abc\r\n\r\n'), /malformed/],
  ['another protocol', (s) => s.end('SSH-2.0-OpenSSH_9.9\r\n'), /malformed/],
  [
    'a switch of protocols',
    (s) => s.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    /reset|malformed|rejected|timeout/,
  ],
  ['nothing and goes', (s) => s.end(), /reset/],
  ['nothing and stays', () => {}, /timeout/],
  ['a reset', (s) => s.resetAndDestroy(), /reset/],
] as [string, Parameters<typeof startRawReceiver>[0], RegExp][])(
  'a receiver that sends %s costs one attempt, little memory, and nobody else anything',
  async (what, behave, outcome) => {
    await using hostile = await startRawReceiver(behave);
    await using good = await startReceiver();
    const before = process.memoryUsage().rss;
    const through = outcome.test('timeout') ? brief : receivers;

    const [bad, fine] = await Promise.all([postTo(hostile.url, through), postTo(good.url)]);

    expect(bad.outcome).toMatch(outcome);
    expect(bad.cause).toBe(CAUSES[what] ?? bad.cause);
    // Wide, for a machine that stalls: most of them would go on without end.
    expect(bad.timings.totalMs).toBeLessThan(PATIENT_MS);
    expect(bad.responseBody.length).toBeLessThanOrEqual(1_024);
    expect(fine.outcome).toBe('delivered');
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1_048_576);
  },
);

function bomb(socket: Parameters<Parameters<typeof startRawReceiver>[0]>[0]): void {
  socket.write(`${OK}content-encoding: gzip\r\ncontent-length: ${BOMB.length}\r\n\r\n`);
  socket.end(BOMB);
}

test('a port of our own is refused at a host that is allowed otherwise, when connecting too', async () => {
  expect(here.hostProblem('127.0.0.1', OWN_PORT)).toBe(
    `must not use port ${OWN_PORT}, which is our own`,
  );
  expect(here.hostProblem('127.0.0.1', OWN_PORT + 1)).toBeNull();
  const result = await receivers.post(message(`http://127.0.0.1:${OWN_PORT}/metrics`));
  expect(JSON.stringify(result)).toContain('which is our own');
  await expect(here.addressesOf(HOST, OWN_PORT)).rejects.toThrow(/not on the public internet/);
  await expect(here.addressesOf(HOST, OWN_PORT + 1)).resolves.toEqual(['127.0.0.1']);
});

const CONNECT_MAX_MS = 20;

test('no connection is made once looking up the host has taken all the time', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const destinations = {
    hostProblem: () => null,
    async addressesOf() {
      await setTimeout(5 * CONNECT_MAX_MS);
      return ['127.0.0.1'];
    },
  };
  const { connect } = openConnector({ destinations, connectMaxMs: CONNECT_MAX_MS });
  const options = { hostname: 'slow.example', protocol: 'http:', port: String(port) };

  const error = await new Promise((resolve) =>
    connect(options, (failure, socket) => {
      socket?.destroy();
      resolve(failure);
    }),
  );
  server.close();

  expect(error).toBeInstanceOf(ConnectTimeout);
});

/** A receiver that says exactly these bytes, as hostile as they may be. */
async function startRawReceiver(
  behave: (socket: Socket, request: string) => void,
): Promise<AsyncDisposable & { readonly url: string }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', (bytes) => behave(socket, bytes.toString()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Repeats some bytes for as long as the other side listens. */
function endlessly(socket: Socket, bytes: string | Buffer, everyMs = 0): void {
  const timer = setInterval(() => {
    if (socket.writableLength < 1_048_576) socket.write(bytes);
  }, everyMs);
  socket.on('close', () => clearInterval(timer));
}
