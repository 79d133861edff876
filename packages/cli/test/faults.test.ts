import type { ServerResponse } from 'node:http';
import { run } from './run-entrada.ts';
import { openServer, sendError, sendJson } from './scripted-server.ts';

const ID = 'b3c7a1f0-5d2e-4a6b-9c8d-7e6f5a4b3c2d';
const REFUND = ['deposits', 'refund', ID, '--value', '1000', '--yes'];
const HOUR_MS = 3_600_000;

const refund = { id: 'r1', value: 1_000, status: 'SETTLED', failure: null };
const html = (status: number) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end('<html>\u001b[31m</html>');

test.each([
  ['429', 3, /^It failed \(rate_limited, request req-7\)\. Try again in 60 s\.\n$/, limited],
  [
    '500',
    3,
    /^It failed \(internal_error, request req-7\)\. Try again; if it persists/,
    (response: ServerResponse) => sendError(response, 500, 'internal_error'),
  ],
  [
    'HTML',
    2,
    /^The server answered with status 200 and text\/html .* Check the base URL and any proxy in between \(invalid_reply\)\.\n$/,
    html(200),
  ],
  ['HTML of a proxy', 3, /status 502 and text\/html .*\(invalid_reply\)/, html(502)],
  [
    'a code that is not known',
    1,
    /^It failed \(from_the_future, request req-7\)\.\n$/,
    (response: ServerResponse) => sendError(response, 409, 'from_the_future'),
  ],
  [
    'a hint',
    1,
    /^Too little \(insufficient_balance, request r\)\. Refund less\.\n$/,
    (response: ServerResponse) =>
      sendJson(
        response,
        { error: 'Too little', code: 'insufficient_balance', requestId: 'r', hint: 'Refund less.' },
        409,
      ),
  ],
])(
  'a read that gets %s ends with code %d and a sentence',
  async (_what, code, sentence, answer) => {
    await using api = await openServer((_request, response) => answer(response));
    const ran = await run(api.env, ['balance']);
    expect(ran.stderr).toMatch(sentence);
    expect(ran).toMatchObject({ stdout: '', code });
  },
);

test.each([400, 401, 403, 404, 409, 413, 415, 422])(
  'a refusal of the API ends with code 1, whatever its status: %d',
  async (status) => {
    await using api = await openServer((_request, response) =>
      sendError(response, status, 'refused'),
    );
    expect((await run(api.env, ['balance'])).code).toBe(1);
  },
);

function limited(response: ServerResponse): void {
  response.setHeader('retry-after', '60');
  sendError(response, 429, 'rate_limited');
}

test('a server that is too slow ends a read with code 3, and leaves a refund unknown', async () => {
  await using api = await openServer(() => undefined);
  const [read, changed] = await Promise.all([
    run(api.env, ['balance', '--timeout', '1']),
    run(api.env, [...REFUND, '--timeout', '1']),
  ]);
  expect(read).toMatchObject({
    code: 3,
    stderr:
      'No reply within 1000 ms (client_timeout). The server is slow or overloaded. Try again later.\n',
  });
  expect(changed.code).toBe(4);
  const refunds = api.received.filter(({ call }) => call.startsWith('POST'));
  expect(new Set(refunds.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('fields and statuses of a newer server are shown or passed over', async () => {
  const deposit = { paymentLinkId: ID, status: 'UNDER_REVIEW', value: 5, fee: 1, news: [1] };
  await using api = await openServer((_request, response) =>
    sendJson(response, { charge: deposit }),
  );
  const shown = await run(api.env, ['deposits', 'show', ID]);
  expect(shown).toMatchObject({ stderr: '', code: 0 });
  expect(shown.stdout).toContain('UNDER_REVIEW');
  const asJson = await run(api.env, ['deposits', 'show', ID, '--json']);
  expect(JSON.parse(asJson.stdout).deposit).toEqual(deposit);
});

test('a clock that is an hour off is warned of', async () => {
  await using api = await openServer((_request, response) =>
    sendJson(response, { balance: { available: 7 } }),
  );
  const now = () => new Date(Date.now() + HOUR_MS);
  const ran = await run(api.env, ['balance'], { now });
  expect(ran.stderr).toMatch(
    /^Warning: the clock of this computer is 60 min ahead of the server's\./,
  );
  expect(ran).toMatchObject({ stdout: 'available  R$ 0,07\n', code: 0 });
});

test('a refund whose reply is lost is sent again with its key, once more for one outcome', async () => {
  await using api = await openServer((_request, response, index) =>
    index === 0 ? response.destroy() : sendJson(response, { refund }, 201),
  );
  const ran = await run(api.env, REFUND);
  expect(ran).toMatchObject({ stderr: '', code: 0 });
  const keys = api.received.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a refund whose outcome stays unknown says so, and its own command repeats it with the same key', async () => {
  let isBroken = true;
  await using api = await openServer((_request, response) =>
    isBroken ? response.destroy() : sendJson(response, { refund }, 201),
  );
  const lost = await run(api.env, [...REFUND, '--reason', "it's late"]);
  expect(lost).toMatchObject({ stdout: '', code: 4 });
  expect(lost.stderr).toContain('(network_error). The refund may have been made.');
  expect(lost.stderr).toContain(`To see whether it was: entrada deposits show ${ID}\n`);
  const [, again = ''] = /twice: entrada (.*)\n$/.exec(lost.stderr) ?? [];
  expect(again).toContain(`--reason 'it'\\''s late' --yes --idempotency-key cli-`);

  isBroken = false;
  const key = again.split(' ').at(-1) ?? '';
  expect((await run(api.env, [...REFUND, '--idempotency-key', key])).code).toBe(0);
  const keys = api.received.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys)).toEqual(new Set([key]));
});

test.each([
  ['a server that is down', 503, 'unavailable'],
  ['a refusal at the door', 403, 'ip_not_allowed'],
])('after a lost reply %s does not make the refund look undone', async (_what, status, code) => {
  await using api = await openServer((_request, response, index) => {
    if (index === 0) response.destroy();
    else sendError(response, status, code);
  });
  const ran = await run(api.env, [...REFUND, '--json']);
  expect(ran.code).toBe(4);
  expect(JSON.parse(ran.stderr)).toMatchObject({
    outcome: 'unknown',
    code,
    requestId: 'req-7',
    look: `entrada deposits show ${ID}`,
  });
});

test('a refund that the API refuses is refused, not unknown', async () => {
  await using api = await openServer((_request, response) =>
    sendError(response, 409, 'insufficient_balance'),
  );
  const ran = await run(api.env, REFUND);
  expect(ran).toMatchObject({ code: 1, stderr: expect.not.stringContaining('may have been') });
});

test.each([
  ['HTML of a proxy', html(502)],
  ['HTML that says success', html(200)],
  [
    'a reply that ends in the middle',
    (response: ServerResponse) => {
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"success":', () => response.destroy());
    },
  ],
])('%s instead of the reply to a refund leaves its outcome unknown', async (_what, answer) => {
  await using api = await openServer((_request, response) => answer(response));
  expect((await run(api.env, REFUND)).code).toBe(4);
});

test.each([
  ['n', 1, 'Not confirmed: nothing was done.\n', 0],
  ['y', 0, '', 1],
])('asked whether to refund, %s is obeyed', async (typed, code, stderr, requests) => {
  await using api = await openServer((_request, response) => sendJson(response, { refund }, 201));
  const ran = await run(api.env, ['deposits', 'refund', ID], { typed });
  expect(ran).toMatchObject({ code, stderr });
  expect(api.received).toHaveLength(requests);
});

test('a redelivery whose reply is lost is not sent again', async () => {
  const delivery = { id: ID, status: 'EXHAUSTED', attempts: [], nextAttemptsAt: [] };
  await using api = await openServer(({ call }, response) =>
    call.startsWith('POST') ? response.destroy() : sendJson(response, { delivery }),
  );
  const ran = await run(api.env, ['deliveries', 'show', ID, '--redeliver']);
  expect(ran.code).toBe(4);
  expect(ran.stderr).toContain(`entrada deliveries show ${ID}`);
  expect(api.received.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
});

test('a live key triggers nothing, and neither does a live server', async () => {
  await using api = await openServer((_request, response) =>
    sendJson(response, { deployment: { mode: 'live', sandbox: false } }),
  );
  const byKey = await run({ ...api.env, ENTRADA_API_KEY: 'ent_live_key' }, ['trigger', 'paid']);
  expect(byKey).toMatchObject({ code: 2, stderr: expect.stringMatching(/^This is a live key/) });
  expect(api.received).toHaveLength(0);
  const byServer = await run(api.env, ['trigger', 'paid']);
  expect(byServer).toMatchObject({ code: 2, stderr: expect.stringContaining('has no sandbox') });
  expect(api.received.map(({ call }) => call)).toEqual(['GET /api/deployment']);
});

test('a statement that breaks off in the middle is an error', async () => {
  await using api = await openServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '100' });
    response.write('id,at\n1,2\n', () => response.destroy());
  });
  const ran = await run(api.env, ['statement', '--csv']);
  expect(ran.stdout).toBe('id,at\n1,2\n');
  expect(ran.stderr).toMatch(/^The statement is incomplete/);
  expect(ran.code).toBe(3);
});
