import { execFile } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { describeInBrowser, theBrowser } from '../../../test/browser/chromium.ts';
import type { RunningSystem } from '../../../test/harness/run-system.ts';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import type { Fixture } from './consumer.ts';
import { issued, keys } from './issued-receipt.ts';
import { javascriptRuntimes } from './javascript-runtimes.ts';

const ROOT = join(import.meta.dirname, '../../..');
const STEP_MAX_MS = 300_000;
const TYPES = {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: [],
    strict: true,
    skipLibCheck: false,
  },
  files: ['consumer.ts'],
};
const RUN = `import { consume } from './consumer.js';
console.log(JSON.stringify(await consume(JSON.parse(process.argv.at(-1)))));`;
const WORKS = { found: 1, code: 'charge_not_found', credited: 4_950, proven: 4_950 };

const app = mkdtempSync(join(tmpdir(), 'entrada-package-'));
const installed = join(app, 'node_modules/@entrada');
let system: RunningSystem;

/** What it printed, or why it failed. */
async function run(program: string, args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)(program, args, { cwd: app, timeout: STEP_MAX_MS })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

beforeAll(async () => {
  system = await sharedSystem();
  writeFileSync(join(app, 'package.json'), '{"private":true,"type":"module"}');
  const served = ['client', 'cli'].map((name) => `${system.baseUrl}/packages/entrada-${name}.tgz`);
  await run('npm', ['install', '--no-audit', '--no-fund', ...served]);
  copyFileSync(join(import.meta.dirname, 'consumer.ts'), join(app, 'consumer.ts'));
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify(TYPES));
  writeFileSync(join(app, 'run.js'), RUN);
  await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.']);
}, 2 * STEP_MAX_MS);
afterAll(async () => {
  await system?.[Symbol.asyncDispose]();
  rmSync(app, { recursive: true, force: true });
});

async function given(): Promise<Fixture> {
  const { key: apiKey } = await system.newAccount();
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const [event, now] = ['DEPOSIT_ASSET_SUCCESS', new Date()];
  const body = JSON.stringify({ id: 'msg_1', event, data: { creditedValue: 4_950 } });
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
  };
  const webhook = { headers, body, secret };
  return { baseUrl: system.baseUrl, apiKey, webhook, receipt: issued(), keys };
}

test('the packages have code, types, a licence and a page about them, and nothing else', () => {
  const filesOf = (name: string) => globSync('**/*.*', { cwd: join(installed, name) });
  const kinds = filesOf('client').map((path) => path.replace(/^[\w/-]+(?=\.(js|d\.ts)$)/, '*'));
  expect([...new Set(kinds)].sort()).toEqual(['*.d.ts', '*.js', 'README.md', 'package.json']);
  expect(filesOf('client').filter((path) => path.includes('test'))).toEqual([]);
  expect(filesOf('cli').sort()).toEqual(['README.md', 'bin/entrada.js', 'package.json']);
});

const NODES: [string, () => Promise<string[]>][] = [
  ['the Node of the project', async () => [process.execPath]],
  ['the oldest Node', async () => [(await runtimes()).node]],
];

test.each([
  ...NODES,
  ['Bun', async () => [(await runtimes()).bun]],
  ['Deno', async () => [(await runtimes()).deno, 'run', '--allow-all']],
] as typeof NODES)(
  'the installed client makes a deposit in %s',
  async (_name, command) => {
    const [program = '', ...args] = await command();
    const output = await run(program, [...args, 'run.js', JSON.stringify(await given())]);
    expect(JSON.parse(output)).toEqual(WORKS);
  },
  3 * STEP_MAX_MS,
);

test.each(NODES)(
  'the installed command line makes a deposit in %s',
  async (_name, command) => {
    const { key } = await system.newAccount();
    const env = [`ENTRADA_API_KEY=${key}`, `ENTRADA_BASE_URL=${system.baseUrl}`];
    const [program = ''] = await command();
    const entrada = (...args: string[]) =>
      run('env', [...env, program, 'node_modules/.bin/entrada', ...args, '--json']).then(
        JSON.parse,
      );
    const { deposit } = await entrada('deposits', 'create', '--value', '1500');
    expect(await entrada('deposits', 'show', deposit.paymentLinkId)).toMatchObject({
      deposit: { value: 1_500, status: 'PENDING' },
    });
  },
  3 * STEP_MAX_MS,
);

function runtimes() {
  return javascriptRuntimes((sentence) => process.stderr.write(`${sentence}\n`));
}

describeInBrowser('in Chromium', () => {
  test('the built client works', async () => {
    const page = await (await theBrowser()).newPage();
    await page.route('**/blank', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script type="importmap">{"imports":{"@entrada/client":"/client/entry.js"}}</script>',
      }),
    );
    await page.route('**/client/**', (route) => {
      const path = new URL(route.request().url()).pathname.replace('/client/', '');
      return route.fulfill({
        path: join(path === 'consumer.js' ? app : join(installed, 'client'), path),
      });
    });
    await page.goto(`${system.baseUrl}/blank`);
    const script = `import('/client/consumer.js').then(({ consume }) => consume(${JSON.stringify(await given())}))`;
    expect(await page.evaluate(script)).toEqual(WORKS);
    await page.close();
  });
});
