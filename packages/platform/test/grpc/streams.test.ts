import { AuthService } from '@entrada/contracts/services';
import { AppError } from '../../src/errors/app-error.ts';
import { connectGrpc } from '../../src/grpc/client.ts';
import { serveGrpc } from '../../src/grpc/server.ts';
import type { RpcHandlers } from '../../src/grpc/types.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';

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
