import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Entrada } from '@entrada/client/entrada';
import { openReceiver } from '@entrada/deposit-check/webhook-receiver';
import { eventually } from '@entrada/platform/testing/eventually';
import { freePort } from '@entrada/platform/testing/free-port';
import { PAGES, textOf } from '../../services/gateway/src/transport/docs/contents.ts';
import { type RunningSystem, runSystem } from '../harness/run-system.ts';
import { RUNNABLE } from './languages.ts';
import { listening, startProgram } from './program.ts';
import {
  type Existing,
  referenceCurls,
  sessionCurls,
  withExisting,
  withOwn,
} from './reference-curls.ts';

const FENCE = /^```sh\n(.*?)^```$/gms;

/** Every page that has commands to paste, with them as one script; those of the reference are run one by one. */
function pageScripts(): ReadonlyMap<string, string> {
  const written = PAGES.filter(({ slug }) => slug !== 'reference');
  const pages = written.map(({ slug, file }) => [slug, fencesIn(textOf(file))] as const);
  return new Map(
    pages.filter(([, fences]) => fences.length > 0).map(([slug, fences]) => [slug, script(fences)]),
  );
}

function fencesIn(text: string): string[] {
  return Array.from(text.matchAll(FENCE), ([, code = '']) => code);
}

/** A reader takes a moment before the next block; a script must wait until the receiver listens. */
function script(fences: readonly string[]): string {
  const waiting = 'until (exec 3<>/dev/tcp/127.0.0.1/9000) 2>/dev/null; do sleep 0.2; done\n';
  const steps = fences.map((code) => (code.endsWith('&\n') ? code + waiting : code));
  return `set -euo pipefail\n${steps.join('')}`;
}

/** As on the pages that an installation serves, with a port that is free. */
function adapted(text: string, baseUrl: string, port: number): string {
  return text.replaceAll('http://localhost:8080', baseUrl).replaceAll('9000', String(port));
}

const ROOT = join(import.meta.dirname, '../..');
const STEP_MAX_MS = 300_000;
/** Less than a step, so that the output of a sample that fails is shown. */
const patience = { timeoutMs: STEP_MAX_MS / 2 };

/** On a busy machine a password takes long to check. */
const REQUEST_MAX_SECONDS = 60;

/** What the commands of each page end in. */
const ENDS: Readonly<Record<string, RegExp>> = {
  'quick-start': /verified DEPOSIT_ASSET_SUCCESS [0-9a-f-]{36}/,
  'quick-start-pt': /verified DEPOSIT_ASSET_SUCCESS [0-9a-f-]{36}/,
  keys: /"available":0/,
  deposits: /"charges":\[\{.*"metadata":\{"cart":"42"/,
  'amounts-and-fees': /"basisPoints":100/,
  idempotency: /Idempotent-Replayed: true/i,
  'waiting-for-payment': /"events":\[\]/,
  webhooks: /verified WEBHOOK_TEST test/,
  'webhooks-pt': /verified WEBHOOK_TEST test/,
  'refunds-and-returns': /"refund":\{.*"refund":\{.*"refunds":\[\{/s,
  client: /added \d+ package/,
  'command-line': /Available/i,
  testing: /"status":"REFUSED".*"status":"COMPLETED"/s,
};

let system: RunningSystem;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-docs-'));
  cpSync(join(ROOT, 'docs/samples'), folder, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  mkdirSync(join(folder, '.data'));
  system = await runSystem();
}, STEP_MAX_MS);
afterAll(async () => {
  await system?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function newShop() {
  const { key } = await system.newAccount();
  writeFileSync(join(folder, '.data/demo.json'), JSON.stringify({ apiKey: key }, null, 2));
  const env = { ENTRADA_KEY: key, ENTRADA_URL: system.baseUrl };
  return { env, api: new Entrada({ apiKey: key, baseUrl: system.baseUrl }) };
}

async function payOne(api: Entrada): Promise<string> {
  const { paymentLinkId } = await api.deposits.create({ value: 5000 });
  await api.request('POST /api/sandbox/pay', { body: { paymentLinkId, scenario: 'pay' } });
  return paymentLinkId;
}

test('every page with commands is run below', () => {
  expect([...pageScripts().keys()].sort()).toEqual(Object.keys(ENDS).sort());
});

test.each([...pageScripts()])(
  'the commands of %s do what the page says',
  async (slug, script) => {
    const { env } = await newShop();
    const text = adapted(script, system.baseUrl, await freePort());
    await using shell = startProgram(['bash', '-c', text], { cwd: folder, env });
    const code = await shell.ended;
    expect({ code, output: shell.output() }).toMatchObject({ code: 0 });
    await eventually(() => expect(shell.output()).toMatch(ENDS[slug] ?? /never/), patience);
    expect(shell.output()).not.toContain('"success":false');
  },
  STEP_MAX_MS,
);

test.each([
  ['create-deposit.ts', /Send the payer to http/],
  ['wait-until-paid.ts', /COMPLETED 4950/],
  ['follow-events.ts', /DEPOSIT_ASSET_SUCCESS [0-9a-f-]{36}/],
])(
  '%s does what its page says',
  async (file, expected) => {
    const { env, api } = await newShop();
    if (file === 'follow-events.ts') await payOne(api);
    await using program = startProgram([process.execPath, file], { cwd: folder, env });
    await eventually(() => expect(program.output()).toMatch(expected), patience);
  },
  STEP_MAX_MS,
);

test.each(RUNNABLE)(
  'the receiver in $name verifies the webhook of a deposit, and passes the receiver check',
  async ({ command }) => {
    const { api } = await newShop();
    const port = await freePort();
    const url = `http://localhost:${port}/`;
    const { webhook, secret } = await api.request('POST /api/webhooks', {
      body: { name: 'Shop', url, enabled: false },
    });
    const env = { PORT: String(port), WEBHOOK_SECRET: secret };
    await using receiver = startProgram(command(port), { cwd: folder, env });
    await listening(port);

    const check = [join(ROOT, 'node_modules/.bin/entrada'), 'receiver-check', url];
    await using report = startProgram(check, { cwd: folder, env });
    const code = await report.ended;
    expect({ code, report: report.output() }).toMatchObject({ code: 0 });
    expect(report.output()).toContain('0 failed');

    await api.webhooks.update(webhook.id, { enabled: true });
    const paymentLinkId = await payOne(api);
    await eventually(
      () => expect(receiver.output()).toContain(`verified DEPOSIT_ASSET_SUCCESS ${paymentLinkId}`),
      patience,
    );
  },
  STEP_MAX_MS,
);

const formatted = RUNNABLE.some(({ name }) => name === 'Go') ? test : test.skip;
formatted('the receiver in Go is formatted as gofmt does', async () => {
  await using check = startProgram(['gofmt', '-l', 'receiver.go'], { cwd: folder, env: {} });
  expect({ code: await check.ended, output: check.output() }).toEqual({ code: 0, output: '' });
});

describe('in the reference', () => {
  let shop: Awaited<ReturnType<typeof newShop>>;
  let existing: Existing;
  let receiver: Awaited<ReturnType<typeof openReceiver>>;
  beforeAll(async () => {
    receiver = await openReceiver();
    shop = await newShop();
    const { api } = shop;
    const { webhook } = await api.webhooks.create({ name: 'Shop', url: receiver.url });
    const delivery = await api.webhooks.test(webhook.id);
    const paymentLinkId = await payOne(api);
    const { nextCursor } = await eventually(async () => {
      const page = await api.events.read();
      return page.events.length > 0 && page;
    }, patience);
    const refund = await api.deposits.refund(paymentLinkId, { value: 100 });
    const cursor = nextCursor ?? '';
    const receiverUrl = receiver.url;
    existing = {
      paymentLinkId,
      refundId: refund.id,
      webhookId: webhook.id,
      deliveryId: delivery.id,
      cursor,
      receiverUrl,
    };
  }, STEP_MAX_MS);
  afterAll(() => receiver?.[Symbol.asyncDispose]());

  test.each(referenceCurls())(
    'the command of %s is accepted as it stands',
    async (_call, curl) => {
      const text = `${withExisting(curl, existing, system.baseUrl)} --max-time 10 -o reply.txt -w '%{http_code}'`;
      // Again where the machine stalled until curl gave up.
      const answered = await eventually(async () => {
        await using shell = startProgram(['bash', '-c', text], { cwd: folder, env: shop.env });
        await shell.ended;
        return /[1-5]\d\d$/.test(shell.output()) && shell.output();
      }, patience);
      // A conflict or a receipt that is not ready is about the state of the deposit.
      expect(answered).toMatch(/(20\d|409|503)$/);
    },
    STEP_MAX_MS,
  );

  test(
    'the commands that need a session are accepted one after the other, after the log-in',
    async () => {
      // A folder of its own, because the session is in its cookies.txt.
      const cwd = mkdtempSync(join(folder, 'session-'));
      const own = { email: 'session@shop.example', key: '', session: '' };
      for (const command of sessionCurls()) {
        const text = `${withOwn(command, own, system.baseUrl)} --max-time ${REQUEST_MAX_SECONDS} -o reply.txt -w '%{http_code}'`;
        await using shell = startProgram(['bash', '-c', text], { cwd, env: {} });
        await shell.ended;
        const reply = readFileSync(join(cwd, 'reply.txt'), 'utf8');
        expect([command[0], shell.output(), reply]).toEqual([
          command[0],
          expect.stringMatching(/20\d$/),
          reply,
        ]);
        const { apiKey, sessions } = JSON.parse(reply);
        own.key = apiKey?.id ?? own.key;
        own.session =
          sessions?.find((one: { current: boolean }) => !one.current)?.id ?? own.session;
      }
    },
    STEP_MAX_MS,
  );
});
