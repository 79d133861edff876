import { once } from 'node:events';
import { request as ask } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type Response } from 'express';
import fc from 'fast-check';
import { openLocalServer } from '../../../test/e2e/local-server.ts';
import { messagesOf } from '../src/transport/http/reply.ts';

type Step = (response: Response) => unknown;

async function serve(router: Express, messages: object = {}) {
  const server = await openLocalServer(router, messages);
  return {
    ...server,
    async rawHeaders(): Promise<string[]> {
      const sent = ask({ port: server.port, host: '127.0.0.1', agent: false }).end();
      const [reply] = await once(sent, 'response');
      reply.resume();
      return reply.rawHeaders;
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
        response.set('X-Seen', JSON.stringify(seen));
        // We never send JSON where nothing may be sent; files and pages do.
        if (response.statusCode === 200) response.json({ ok: true });
        else response.send('ok');
      });
  const [ourRouter, nodeRouter] = [router(), router()];
  await using starting = new AsyncDisposableStack();
  const ours = starting.use(await serve(ourRouter, messagesOf(ourRouter, new Map())));
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
    .filter((_line, i) => i % 2 === 0)
    .map((line) => line.replace(/^(date: ).*GMT$/, '$1now'))
    .sort();
}

const names = fc.constantFrom(
  'X-One',
  'x-one',
  'X-Two',
  'Cache-Control',
  'cache-control',
  'Vary',
  'Date',
);
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
  fc.constant<Step>((reply) => Object.entries(structuredClone({ ...reply.getHeaders() })).sort()),
  fc.constantFrom(200, 204, 304).map(
    (status): Step =>
      (reply) =>
        void reply.status(status),
  ),
  names.map(
    (name): Step =>
      (reply) =>
        void reply.setHeader(name, 7),
  ),
  names.map(
    (name): Step =>
      (reply) =>
        void reply.setHeader(name, ['a', 'b']),
  ),
  values.map(
    (value): Step =>
      (reply) =>
        void reply.cookie(value, value),
  ),
  fc.constant<Step>((reply) => void reply.type('text/plain')),
  fc.constant<Step>((reply) => void reply.setHeaders(new Map([['X-Two', 'many']]))),
);

test('a reply has the same headers as Node’s own, whatever is set, appended and removed', async () => {
  await using pair = await servePair();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const [ours, nodes] = await pair.rawHeaders(steps);
      expect(ours).toEqual(nodes);
    }),
  );
});

const BEGUN = new Map([['X-Every', 'one']]);

/** What a client gets from a handler, with errors formatted as by the running gateway. */
async function replyOf(handler: (response: Response) => void) {
  const router = express();
  router.use((_request, response) => handler(response));
  const tell: ErrorRequestHandler = (error, _request, response, _next) => {
    response.status(500).json({ code: error.code });
  };
  router.use(tell);
  await using server = await serve(router, messagesOf(router, BEGUN));
  const reply = await fetch(server.url);
  return { status: reply.status, statusText: reply.statusText, reply, text: await reply.text() };
}

test.each([
  ['X-One', 'a\r\nSet-Cookie: b', 'ERR_INVALID_CHAR'],
  ['X-One', 'a\u0000', 'ERR_INVALID_CHAR'],
])(
  'a header that would break the reply is refused before anything is sent: %j',
  async (name, value, code) => {
    const { reply, status, statusText, text } = await replyOf((response) => {
      response.status(204).setHeader(name, value);
      response.end();
    });

    expect([status, statusText, JSON.parse(text)]).toEqual([
      500,
      'Internal Server Error',
      { code },
    ]);
    expect(reply.headers.get('set-cookie')).toBeNull();
    expect(reply.headers.get('x-every')).toBe('one');
  },
);

test.each<[string, Step]>([
  ['set', (response) => response.setHeader('X-One', 'late')],
  ['added', (response) => response.appendHeader('X-One', 'late')],
  ['taken back', (response) => response.removeHeader('X-Every')],
])('a header that is %s after the reply has begun is refused, not lost', async (_how, step) => {
  const said = Promise.withResolvers<unknown>();
  await replyOf((response) => {
    response.flushHeaders();
    try {
      step(response);
    } catch (error) {
      said.resolve(error);
    }
    response.end();
  });
  await expect(said.promise).resolves.toMatchObject({ code: 'ERR_HTTP_HEADERS_SENT' });
});
