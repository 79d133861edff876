import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { verifyWebhook } from '@entrada/client/verify-webhook';
import { freePort } from '@entrada/platform/testing/free-port';
import { openHome, run } from './run-entrada.ts';
import { openServer, sendError, sendJson } from './scripted-server.ts';

const ID = 'b3c7a1f0-5d2e-4a6b-9c8d-7e6f5a4b3c2d';
const LINE =
  /^2026-11-20T12:00:06\.000Z {2}DEPOSIT_ASSET_SUCCESS {2}R\$ 50,00 {2}b3c7a1f0-\S+ {2}200 in \d+ ms$/m;

const eventOf = (id: string) => ({
  id,
  event: 'DEPOSIT_ASSET_SUCCESS',
  type: 'DEPOSIT_ASSET_SUCCESS',
  timestamp: '2026-11-20T12:00:06.000Z',
  data: { paymentLinkId: ID, value: 5_000 },
});

/** A feed whose cursor is the number of events before it. */
async function openFeed(...ids: string[]) {
  const events = ids.map(eventOf);
  const api = await openServer(({ call }, response) => {
    const query = new URL(call.split(' ')[1] ?? '', 'http://feed').searchParams;
    const at = Number(query.get('after') ?? query.get('cursor') ?? 0);
    if (at > events.length) return sendError(response, 400, 'invalid_cursor');
    return sendJson(response, { events: events.slice(at), nextCursor: String(events.length) });
  });
  return Object.assign(api, { add: (id: string) => events.push(eventOf(id)) });
}

type Listening = {
  readonly api: { readonly env: Readonly<Record<string, string>> };
  readonly home: { readonly env: Readonly<Record<string, string>> };
  readonly to: string;
  /** Ctrl-C is pressed once so many lines about events were printed. */
  readonly lines: number;
  readonly more?: readonly string[];
  readonly onReady?: () => void;
};

async function listen({ api, home, to, lines, more = [], onReady }: Listening) {
  const stop = new AbortController();
  const seen: string[] = [];
  const args = ['listen', '--forward-to', to, ...more];
  const ran = await run({ ...home.env, ...api.env }, args, {
    signal: stop.signal,
    onLine(line) {
      if (line.includes('whsec_')) return onReady?.();
      if (seen.push(line) >= lines) stop.abort(new Error('interrupted'));
    },
  });
  const [, secret = ''] = /(whsec_[A-Za-z0-9+/=]+)/.exec(ran.stdout) ?? [];
  return { ...ran, secret, seen };
}

const idsOf = ({ received }: { received: readonly { headers: object }[] }) =>
  received.map(({ headers }) => (headers as Record<string, string>)['webhook-id']);

test('new events are forwarded, signed with the secret that it prints, one line each', async () => {
  await using api = await openFeed('before');
  await using receiver = await openServer((_request, response) => response.end());
  using home = openHome();
  const to = `${receiver.url}/hook`;
  const ran = await listen({ api, home, to, lines: 1, onReady: () => api.add('new') });

  expect(ran).toMatchObject({ stderr: '', code: 0 });
  expect(ran.stdout).toMatch(LINE);
  expect(ran.stdout).toContain('Stopped. The next listen with this address goes on from here.');
  expect(receiver.received).toHaveLength(1);
  const [{ headers, body, call } = { headers: {}, body: '', call: '' }] = receiver.received;
  expect(call).toBe('POST /hook');
  const verified = await verifyWebhook(headers, body, ran.secret);
  expect(verified).toEqual(eventOf('new'));
});

test('after a restart it goes on with the next event and the same secret, in a file of its own', async () => {
  await using api = await openFeed();
  await using receiver = await openServer((_request, response) => response.end());
  using home = openHome();
  const to = receiver.url;
  const onReady = () => ['1', '2', '3'].map(api.add);
  const first = await listen({ api, home, to, lines: 1, onReady });
  api.add('4');
  const second = await listen({ api, home, to, lines: 3 });

  expect(second.secret).toBe(first.secret);
  expect(idsOf(receiver)).toEqual(['1', '2', '3', '4']);
  const folder = join(home.folder, 'entrada', 'listen');
  const [file = ''] = readdirSync(folder);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
});

test('a receiver that is down is retried, and each attempt is said', async () => {
  await using api = await openFeed();
  using home = openHome();
  const port = await freePort();
  const to = `http://127.0.0.1:${port}`;
  const onReady = () => api.add('1');
  const down = await listen({ api, home, to, lines: 2, onReady });
  expect(down.code).toBe(0);
  expect(down.seen).toEqual([
    expect.stringMatching(/no connection \(ECONNREFUSED\), retrying in 1 s$/),
    expect.stringMatching(/no connection \(ECONNREFUSED\), retrying in 2 s$/),
  ]);
});

test('a receiver that answers with an error three times is passed over', async () => {
  await using api = await openFeed();
  await using receiver = await openServer(({ headers }, response) =>
    response.writeHead(headers['webhook-id'] === 'bad' ? 500 : 204).end(),
  );
  using home = openHome();
  const onReady = () => ['bad', 'good'].map(api.add);
  const { seen } = await listen({ api, home, to: receiver.url, lines: 4, onReady });
  expect(idsOf(receiver)).toEqual(['bad', 'bad', 'bad', 'good']);
  expect(seen[2]).toMatch(/500 in \d+ ms, passed over$/);
});

test('only the events that are named are forwarded, and from the start if asked', async () => {
  await using api = await openFeed('1', '2');
  await using receiver = await openServer((_request, response) => response.end());
  using home = openHome();
  const named = ['--from-start', '--events', 'DEPOSIT_ASSET_SUCCESS'];
  await listen({ api, home, to: receiver.url, lines: 2, more: named });
  expect(idsOf(receiver)).toEqual(['1', '2']);
});

test('a position that the server does not know begins with the next event', async () => {
  let isReset = false;
  await using api = await openServer(({ call }, response) => {
    const [, cursor = ''] = /(?:after|cursor)=(\d+)/.exec(call) ?? [];
    if (isReset && Number(cursor) >= 8) return sendError(response, 400, 'invalid_cursor');
    const begin = isReset ? '0' : '8';
    if (cursor === '') return sendJson(response, { events: [], nextCursor: begin });
    return sendJson(response, { events: [eventOf(`after ${cursor}`)], nextCursor: '9' });
  });
  await using receiver = await openServer((_request, response) => response.end());
  using home = openHome();
  await listen({ api, home, to: receiver.url, lines: 1 });
  isReset = true;
  const ran = await listen({ api, home, to: receiver.url, lines: 1 });
  expect(ran.stderr).toContain('The server does not know the kept position.');
  expect(idsOf(receiver)).toEqual(['after 8', 'after 0']);
});

test('with --json each line is an object', async () => {
  await using api = await openFeed();
  await using receiver = await openServer((_request, response) => response.end());
  using home = openHome();
  const onReady = () => api.add('1');
  const ran = await listen({ api, home, to: receiver.url, lines: 1, more: ['--json'], onReady });
  const [begun, line, end] = ran.stdout
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one));
  expect(begun).toEqual({ forwardTo: receiver.url, secret: ran.secret });
  expect(line).toMatchObject({ id: '1', status: 200, problem: '', retryInMs: null });
  expect(end).toEqual({ stopped: true });
});

test('an outage of the API is said, and waited through', async () => {
  let isDown = false;
  const events = [eventOf('1')];
  await using api = await openServer(({ call }, response) => {
    if (isDown) {
      isDown = false;
      return response.destroy();
    }
    const isNew = call.includes('=start');
    return sendJson(response, { events: isNew ? events : [], nextCursor: isNew ? 'end' : 'start' });
  });
  await using receiver = await openServer((_request, response) => response.end());
  using home = openHome();
  const onReady = () => {
    isDown = true;
  };
  const ran = await listen({ api, home, to: receiver.url, lines: 1, onReady });
  expect(ran.stderr).toBe('The API is unavailable, retrying.\nThe API is available again.\n');
  expect(idsOf(receiver)).toEqual(['1']);
});
