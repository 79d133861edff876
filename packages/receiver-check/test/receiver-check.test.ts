import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';

const ROOT = `${join(import.meta.dirname, '../../..')}/`;
const MAIN = `${ROOT}packages/cli/src/main.ts`;
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const webhook = new Webhook(SECRET);

async function check(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, 'receiver-check', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  const grades = Object.fromEntries(
    [...output.matchAll(/^(pass|warn|FAIL) +(\w+(?: \w+)*?) {2,}/gm)].map(([, grade, name]) => [
      name,
      grade,
    ]),
  );
  return { code, output, grades };
}

type Respond = (body: string, request: IncomingMessage, response: ServerResponse) => void;

async function startReceiver(respond: Respond): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    respond(Buffer.concat(chunks).toString(), request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const isGenuine = (body: string, { headers }: IncomingMessage) => {
  try {
    webhook.verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

const all = (grade: string) => ({
  good: grade,
  'bad signature': grade,
  'altered body': grade,
  'no signature': grade,
  'stale timestamp': grade,
  duplicate: grade,
  'out of order': grade,
  'two signatures': grade,
  slow: grade,
  huge: grade,
});

test('a receiver that checks nothing fails, with the danger named', async () => {
  await using receiver = await startReceiver((_body, _request, response) => response.end());
  const { code, grades, output } = await check(receiver.url, '--secret', SECRET);
  expect(code).toBe(1);
  expect(grades).toEqual({
    ...all('pass'),
    'bad signature': 'FAIL',
    'altered body': 'FAIL',
    'no signature': 'FAIL',
    'stale timestamp': 'FAIL',
  });
  expect(output).toContain('anybody can forge events');
});

test('a receiver that refuses repeats and older events fails', async () => {
  const seen = new Set<unknown>();
  let newest = 0;
  await using receiver = await startReceiver((body, request, response) => {
    const { 'webhook-id': id, 'webhook-timestamp': at } = request.headers;
    const isWanted = isGenuine(body, request) && !seen.has(id) && Number(at) >= newest;
    if (isWanted) newest = Number(at);
    seen.add(id);
    response.writeHead(isWanted ? 200 : 409).end();
  });
  const { code, grades } = await check(receiver.url, '--secret', SECRET);
  expect(code).toBe(1);
  expect(grades).toEqual({ ...all('pass'), duplicate: 'FAIL', 'out of order': 'FAIL' });
});

test('a receiver that breaks down after a large event fails', async () => {
  let isBroken = false;
  await using receiver = await startReceiver((body, request, response) => {
    isBroken ||= body.length > 100_000;
    if (isBroken) response.socket?.destroy();
    else response.writeHead(isGenuine(body, request) ? 204 : 400).end();
  });
  const { code, grades } = await check(receiver.url, '--secret', SECRET);
  expect(code).toBe(1);
  expect(grades).toEqual({ ...all('pass'), huge: 'FAIL' });
});

test('a receiver that is slow when many events come at once is warned of, and still ready', async () => {
  let underWay = 0;
  await using receiver = await startReceiver((body, request, response) => {
    underWay += 1;
    const status = isGenuine(body, request) ? 204 : 401;
    setTimeout(() => {
      // Decided late, when others of the burst are here; the other checks send one at a time.
      const slowMs = underWay > 1 ? 5_200 : 0;
      setTimeout(() => {
        underWay -= 1;
        response.writeHead(status).end();
      }, slowMs);
    }, 50);
  });
  const { code, grades, output } = await check(receiver.url, '--secret', SECRET);
  expect(code).toBe(0);
  expect(grades).toEqual({ ...all('pass'), slow: 'warn' });
  expect(output).toContain('answer first, work afterwards');
});

test('a receiver that checks with another secret fails, and so does one that is not there', async () => {
  await using receiver = await startReceiver((body, request, response) =>
    response.writeHead(isGenuine(body, request) ? 204 : 401).end(),
  );
  const wrongSecret = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
  const wrong = await check(receiver.url, '--secret', wrongSecret);
  expect(wrong).toMatchObject({ code: 1, grades: { good: 'FAIL' } });

  const nowhere = await check(`http://127.0.0.1:${await freePort()}/`, '--secret', SECRET);
  expect(nowhere.code).toBe(1);
  expect(nowhere.output).toContain('the connection was refused');
});

test.each([
  [[]],
  [['not a url', '--secret', SECRET]],
  [['ftp://shop.example', '--secret', SECRET]],
  [['https://shop.example']],
  [['https://shop.example', '--secret', 'whsec_!']],
  [['https://shop.example', '--wrong']],
])('the arguments %j are refused with what is wrong', async (args) => {
  const { code, output } = await check(...args);
  expect(code).toBe(2);
  expect(output).toMatch(/--help|must be|Set WEBHOOK_SECRET/);
});

test('asked for help, it says how it is used', async () => {
  const { code, output } = await check('--help');
  expect(code).toBe(0);
  expect(output).toMatch(/^Usage: entrada receiver-check \[options\] <url>/);
});

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
