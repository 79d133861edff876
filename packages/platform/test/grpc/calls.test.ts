import { AuthService } from '@entrada/contracts/services';
import { Client, credentials } from '@grpc/grpc-js';
import { service as healthService } from 'grpc-health-check';
import { AppError } from '../../src/errors/app-error.ts';
import { timeLeftMs, withDeadline } from '../../src/grpc/call-context.ts';
import { connectGrpc } from '../../src/grpc/client.ts';
import { serveGrpc } from '../../src/grpc/server.ts';
import type { RpcHandlers } from '../../src/grpc/types.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testIdentity } from '../../src/testing/identity.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { connectLedger, EMPTY, never, serveLedger } from './ledger-server.ts';

/** Far above every limit below and what a machine may stall; without the limits it would be twice as long or without end. */
const LATE_MS = 30_000;
/** Of a call that keeps the process busy; the next one has half of it. */
const LONG_MS = 2_000;
const DRAIN_DEFAULT_MS = 10_000;
const OFTEN = { pingEveryMs: 10 };
/** How many of them a call outlasts. */
const PINGS = 30;

test('a call reaches its handler and is counted on both sides, by method and status', async () => {
  const [serverRuntime, clientRuntime] = [testRuntime('ledger'), testRuntime()];
  const echo = async ({ accountId }: { accountId: string }) => ({
    availableCents: accountId.length,
    suspenseCents: -1,
    owedCents: 0,
    heldCents: 0,
  });
  await using server = await serveLedger(echo, { runtime: serverRuntime });
  using client = connectLedger(server.port, { runtime: clientRuntime });
  const reply = await client.getBalance({ accountId: 'acc' });
  expect(reply).toEqual({ availableCents: 3, suspenseCents: -1, owedCents: 0, heldCents: 0 });
  const labels = 'rpc_method="ledger.v1.LedgerService/GetBalance",rpc_status_code="OK"';
  expect(await serverRuntime.metrics.metrics()).toContain(
    `rpc_server_call_duration_seconds_count{${labels}} 1`,
  );
  expect(await clientRuntime.metrics.metrics()).toContain(
    `rpc_client_call_duration_seconds_count{${labels},server_address="ipv4:127.0.0.1:${server.port}"} 1`,
  );
});

test('the error of a call that cannot be made names the call and its caller', async () => {
  const { stackTraceLimit } = Error;
  await using server = await serveLedger(never, { drainMaxMs: 50 });
  const client = connectLedger(server.port);
  client[Symbol.dispose]();
  const failure = await client.getBalance({}).catch((error: Error) => error);
  expect(failure).toMatchObject({
    message: '/ledger.v1.LedgerService/GetBalance could not be called',
    stack: expect.stringContaining('calls.test.ts'),
    cause: { message: 'Channel has been shut down' },
  });
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
});

test('a call ends at its own limit when the peer never answers', async () => {
  await using server = await serveLedger(never, { drainMaxMs: 50 });
  using client = connectLedger(server.port, { timeoutMs: 200 });
  const started = performance.now();
  await expect(client.getBalance({})).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(performance.now() - started).toBeLessThan(LATE_MS);
});

test('a deadline shrinks by a margin on each hop, so that each caller gets the error in time', async () => {
  const leftMs: number[] = [];
  let answer = async () => EMPTY;
  await using far = await serveLedger(
    () => {
      leftMs.push(timeLeftMs(60_000));
      return answer();
    },
    { drainMaxMs: 50 },
  );
  using toFar = connectLedger(far.port, { timeoutMs: 60_000 });
  await using near = await serveLedger(async () => {
    leftMs.push(timeLeftMs(60_000));
    return toFar.getBalance({});
  });
  using client = connectLedger(near.port, { timeoutMs: 30_000 });
  using brief = connectLedger(near.port, { timeoutMs: 600 });

  await client.getBalance({});
  const [nearLeftMs = 0, farLeftMs = 0] = leftMs;
  expect(nearLeftMs).toBeGreaterThan(10_000);
  expect(nearLeftMs).toBeLessThanOrEqual(29_950);
  expect(farLeftMs).toBeLessThanOrEqual(nearLeftMs - 40);
  answer = never;
  await expect(brief.getBalance({})).rejects.toMatchObject({ code: 'TIMEOUT' });
});

test('a call whose caller has no time left ends at once', async () => {
  await using server = await serveLedger(never, { drainMaxMs: 50 });
  using client = connectLedger(server.port, { timeoutMs: 60_000 });
  const started = performance.now();
  const call = withDeadline(Date.now() - 1, () => client.getBalance({}));
  await expect(call).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(performance.now() - started).toBeLessThan(LATE_MS);
});

test('a call whose deadline has passed when its turn comes is not executed', async () => {
  const executed: string[] = [];
  await using server = await serveLedger(async ({ accountId }) => {
    executed.push(accountId);
    if (accountId === 'long') block(LONG_MS);
    return EMPTY;
  });
  using client = connectLedger(server.port);
  await client.getBalance({ accountId: 'first' });

  const long = client.getBalance({ accountId: 'long' });
  const brief = () => client.getBalance({ accountId: 'brief' });
  const late = withDeadline(Date.now() + LONG_MS / 2, brief);

  await expect(late).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(await long).toEqual(EMPTY);
  expect(executed).toEqual(['first', 'long']);
});

/** Nothing else happens in this process meanwhile. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('calls are spread over all addresses of a service', async () => {
  const counts = [0, 0];
  const count = (at: number) => async () => {
    counts[at] = (counts[at] ?? 0) + 1;
    return EMPTY;
  };
  await using one = await serveLedger(count(0));
  await using two = await serveLedger(count(1));
  using client = connectLedger([one.port, two.port]);
  await eventually(async () => {
    await client.getBalance({});
    return Math.min(...counts) > 0;
  });
  counts.fill(0);
  for (let n = 0; n < 40; n += 1) await client.getBalance({});
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(10);
});

/** A call that runs when its server begins to stop, and ends after what happens then. */
async function finishesAfter(
  happen: () => Promise<unknown>,
  serving?: Parameters<typeof serveLedger>[1],
  connecting?: Parameters<typeof connectLedger>[1],
): Promise<void> {
  const entered = Promise.withResolvers<void>();
  const leave = Promise.withResolvers<void>();
  const held = async () => {
    entered.resolve();
    await leave.promise;
    return EMPTY;
  };
  const server = await serveLedger(held, serving);
  using client = connectLedger(server.port, connecting);
  const call = client.getBalance({});
  await entered.promise;
  const stopped = server[Symbol.asyncDispose]();
  await happen();
  leave.resolve();
  expect(await call).toEqual(EMPTY);
  await stopped;
}

test('a server that stops lets running calls finish', () => finishesAfter(async () => {}));

test.each([
  ['server', OFTEN, {}],
  ['client', {}, OFTEN],
] as const)(
  'a server that stops lets running calls finish though the %s pings meanwhile',
  (_who, serving, connecting) => {
    const severalPings = () => {
      const until = performance.now() + PINGS * OFTEN.pingEveryMs;
      return eventually(() => performance.now() > until);
    };
    return finishesAfter(severalPings, serving, connecting);
  },
);

test('a handler that is stuck delays the stop only until its limit', async () => {
  const entered = Promise.withResolvers<void>();
  const stuck = () => {
    entered.resolve();
    return never();
  };
  const server = await serveLedger(stuck, { drainMaxMs: 100 });
  using client = connectLedger(server.port, { timeoutMs: 2 * LATE_MS });
  const call = client.getBalance({}).catch((error: unknown) => error);
  await entered.promise;
  const started = performance.now();
  await server[Symbol.asyncDispose]();
  expect(performance.now() - started).toBeLessThan(DRAIN_DEFAULT_MS);
  expect(await call).toMatchObject({ code: 'UNAVAILABLE' });
});

test('the standard health service answers SERVING', async () => {
  await using server = await serveLedger(async () => EMPTY);
  const { authority, certificate, key } = testIdentity('gateway').current();
  const client = new Client(
    `127.0.0.1:${server.port}`,
    credentials.createSsl(authority, key, certificate, { checkServerIdentity: () => undefined }),
    { 'grpc.ssl_target_name_override': 'ledger.entrada.internal' },
  );
  const check = healthService.Check;
  if (!check) throw new Error('the health service has no Check');
  const reply = await new Promise((resolve, reject) =>
    client.makeUnaryRequest(
      check.path,
      check.requestSerialize,
      check.responseDeserialize,
      { service: '' },
      (error, answer) => (error ? reject(error) : resolve(answer)),
    ),
  );
  client.close();
  expect(reply).toMatchObject({ status: 'SERVING' });
});

type Handlers = RpcHandlers<typeof AuthService.service>;
type Watch = Handlers['watchRevocations'];

const PATIENCE_MS = 60_000;

/** A real service on a real socket of which only the stream is there. */
function serve(
  watchRevocations: Watch,
  { drainMaxMs = 2_000, runtime = testRuntime('auth') } = {},
) {
  const handlers = { watchRevocations } as Handlers;
  return serveGrpc(AuthService.service, handlers, {
    host: '127.0.0.1',
    port: 0,
    drainMaxMs,
    runtime,
  });
}

function connect(port: number, runtime = testRuntime()) {
  return connectGrpc(AuthService, { address: `127.0.0.1:${port}`, timeoutMs: 30_000, runtime });
}

function patient() {
  const hangUp = new AbortController();
  return { hangUp, options: { signal: hangUp.signal, silenceMaxMs: PATIENCE_MS } };
}

async function ids(stream: AsyncIterable<{ keyIds: string[] }>): Promise<string[]> {
  const seen: string[] = [];
  for await (const { keyIds } of stream) seen.push(...keyIds);
  return seen;
}

/** Says one thing, then waits until nobody wants more. */
async function* oneThenQuiet(_request: unknown, signal: AbortSignal) {
  yield { keyIds: ['first'] };
  await aborted(signal);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

test('a stream has what its handler yields, in order, and is counted on both sides', async () => {
  const [serverRuntime, clientRuntime] = [testRuntime('auth'), testRuntime()];
  const count = 500;
  await using server = await serve(
    async function* () {
      for (let n = 0; n < count; n += 1) yield { keyIds: [String(n)] };
    },
    { runtime: serverRuntime },
  );
  using client = connect(server.port, clientRuntime);

  const seen = await ids(client.watchRevocations({}, patient().options));

  expect(seen).toEqual(Array.from({ length: count }, (_, n) => String(n)));
  for (const { metrics } of [serverRuntime, clientRuntime]) {
    expect(await metrics.metrics()).toMatch(
      /_streams_ended_total\{rpc_method="auth.v1.AuthService\/WatchRevocations",rpc_status_code="OK"\} 1/,
    );
  }
});

test('a failure inside a stream reaches its reader with its code and reason', async () => {
  await using server = await serve(async function* () {
    yield { keyIds: ['before'] };
    throw new AppError('TOO_MANY_REQUESTS', 'too many', { reason: 'overloaded' });
  });
  using client = connect(server.port);
  const seen: string[] = [];
  const read = async () => {
    for await (const { keyIds } of client.watchRevocations({}, patient().options)) {
      seen.push(...keyIds);
    }
  };
  await expect(read()).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'too many',
    reason: 'overloaded',
  });
  expect(seen).toEqual(['before']);
});

test.each(['aborts its signal', 'leaves its loop'])(
  'the handler is aborted when the reader %s, and the reader gets no error',
  async (how) => {
    const over = Promise.withResolvers<void>();
    await using server = await serve(async function* (request, signal) {
      yield* oneThenQuiet(request, signal);
      over.resolve();
    });
    using client = connect(server.port);
    const { hangUp, options } = patient();
    for await (const _message of client.watchRevocations({}, options)) {
      if (how === 'leaves its loop') break;
      hangUp.abort();
    }
    await over.promise;
  },
);

test('a silent stream fails within its limit', async () => {
  await using server = await serve(oneThenQuiet);
  using client = connect(server.port);
  const options = { signal: new AbortController().signal, silenceMaxMs: 200 };
  await expect(ids(client.watchRevocations({}, options))).rejects.toMatchObject({
    code: 'TIMEOUT',
  });
});

test('a stream to a peer that is not there fails within its limit', async () => {
  using client = connect(1);
  const options = { signal: new AbortController().signal, silenceMaxMs: 200 };
  await expect(ids(client.watchRevocations({}, options))).rejects.toMatchObject({
    code: 'TIMEOUT',
  });
});

test('a server that stops ends its streams at once, without an error', async () => {
  const server = await serve(oneThenQuiet, { drainMaxMs: PATIENCE_MS });
  using client = connect(server.port);
  const stream = client.watchRevocations({}, patient().options)[Symbol.asyncIterator]();
  await stream.next();
  const started = performance.now();
  await server[Symbol.asyncDispose]();
  expect(performance.now() - started).toBeLessThan(PATIENCE_MS / 2);
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

test('a reader that stops reading pauses the handler instead of filling the memory', async () => {
  let sent = 0;
  const huge = 'x'.repeat(64_000);
  await using server = await serve(
    async function* (_request, signal) {
      while (!signal.aborted && sent < 2_000) {
        sent += 1;
        yield { keyIds: [huge] };
      }
    },
    { drainMaxMs: 100 },
  );
  using client = connect(server.port);
  const stream = client.watchRevocations({}, patient().options)[Symbol.asyncIterator]();
  await stream.next();
  await expect(eventually(() => sent > 500, { timeoutMs: 1_000 })).rejects.toThrow();
  await stream.return?.();
});
