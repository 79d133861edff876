import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type Express, type Response } from 'express';
import fc from 'fast-check';
import { messagesOf } from '../src/transport/http/messages.ts';

type Step = (response: Response) => unknown;

async function serve(router: Express, messages: object = {}) {
  const server = createServer(messages, router);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    async rawHeaders(): Promise<string[]> {
      const sent = ask({ port, host: '127.0.0.1', agent: false }).end();
      const [reply] = await once(sent, 'response');
      reply.resume();
      return reply.rawHeaders;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Two routers that do the same: one with our replies, one with Node's own. */
async function servePair() {
  let steps: readonly Step[] = [];
  const router = () =>
    express()
      .disable('etag')
      .use((_request, response) => {
        const seen = steps.map((step) => step(response));
        response.set('X-Seen', JSON.stringify(seen)).json({ ok: true });
      });
  const [ourRouter, nodeRouter] = [router(), router()];
  await using starting = new AsyncDisposableStack();
  const ours = starting.use(await serve(ourRouter, messagesOf(ourRouter)));
  const nodes = starting.use(await serve(nodeRouter));
  const resources = starting.move();
  return {
    async rawHeaders(wanted: readonly Step[]) {
      steps = wanted;
      const both = await Promise.all([ours.rawHeaders(), nodes.rawHeaders()]);
      return both.map(inOrder);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Neither their order nor the case of their names means anything to a client. */
function inOrder(raw: readonly string[]): string[] {
  return raw
    .map((name, i) => `${name.toLowerCase()}: ${raw[i + 1]}`)
    .filter((line, i) => i % 2 === 0 && !line.startsWith('date:'))
    .sort();
}

const names = fc.constantFrom('X-One', 'x-one', 'X-Two', 'Cache-Control', 'cache-control', 'Vary');
const values = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(names, values).map(
    ([name, value]): Step =>
      (reply) =>
        void reply.set(name, value),
  ),
  fc.tuple(names, values).map(
    ([name, value]): Step =>
      (reply) =>
        void reply.append(name, value),
  ),
  fc.tuple(names, values).map(
    ([name, value]): Step =>
      (reply) =>
        void reply.appendHeader(name, value),
  ),
  names.map(
    (name): Step =>
      (reply) =>
        void reply.removeHeader(name),
  ),
  names.map(
    (name): Step =>
      (reply) =>
        structuredClone([reply.get(name), reply.hasHeader(name)]),
  ),
  fc.constant<Step>((reply) => reply.getHeaderNames().sort()),
  values.map(
    (value): Step =>
      (reply) =>
        void reply.cookie(value, value),
  ),
  fc.constant<Step>((reply) => void reply.type('text/plain')),
  fc.constant<Step>((reply) => void reply.setHeaders(new Map([['X-Two', 'many']]))),
);

test('a reply says what Node’s own would, whatever is set, added and taken back', async () => {
  await using pair = await servePair();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const [ours, nodes] = await pair.rawHeaders(steps);
      expect(ours).toEqual(nodes);
    }),
  );
});

test.each([
  ['X-One', 'a\r\nSet-Cookie: b'],
  ['X-One', 'a\u0000'],
  ['X One', 'a'],
])(
  'a header that would break the reply is refused, and the refusal told: %j %j',
  async (name, value) => {
    const router = express();
    const said = Promise.withResolvers<unknown>();
    router.use((_request, response) => {
      response.setHeader(name, value);
      response.json({});
    });
    const tell: ErrorRequestHandler = (error, _request, response, _next) => {
      said.resolve(error);
      response.status(500).json({});
    };
    router.use(tell);
    await using server = await serve(router, messagesOf(router));
    expect((await server.rawHeaders()).join()).not.toContain('Set-Cookie');
    await expect(said.promise).resolves.toMatchObject({ code: expect.stringContaining('INVALID') });
  },
);

test('headers that come after the reply has begun are refused, not lost', async () => {
  const router = express();
  const said = Promise.withResolvers<unknown>();
  router.use((_request, response) => {
    response.flushHeaders();
    try {
      response.setHeader('X-One', 'late');
    } catch (error) {
      said.resolve(error);
    }
    response.end();
  });
  await using server = await serve(router, messagesOf(router));
  await server.rawHeaders();
  await expect(said.promise).resolves.toMatchObject({ code: 'ERR_HTTP_HEADERS_SENT' });
});
