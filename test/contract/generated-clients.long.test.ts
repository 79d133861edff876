import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { signUp } from '@entrada/deposit-check/sign-up';
import { openReceiver } from '@entrada/deposit-check/webhook-receiver';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import openapiTypescript, { astToString } from 'openapi-typescript';
import {
  goClientGenerator,
  pythonClientGenerator,
} from '../../packages/launcher/src/provision/newer-go.ts';
import { openLocalServer } from '../e2e/local-server.ts';
import { PATIENCE, type SystemUnderTest, startSystemUnderTest } from '../e2e/system-under-test.ts';

const UNKNOWN = 'ADDED_LATER';
/** Fields whose values may grow; `type` repeats the kind of an event. */
const GROWING = new Set(['status', 'event', 'type', 'code']);

/** The same server with what a later version may add: a field in every object, and unknown values. */
function openNewerServer(baseUrl: string) {
  return openLocalServer(async (request, response) => {
    const { method = 'GET', url, headers } = request;
    const reply = await fetch(`${baseUrl}${url}`, {
      method,
      headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
      body: method === 'GET' ? null : await buffer(request),
    });
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(await reply.json(), addWhatIsUnknown));
  });
}

function addWhatIsUnknown(name: string, value: unknown): unknown {
  if (GROWING.has(name) && typeof value === 'string') return UNKNOWN;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return name === 'addedLater' || name === 'metadata'
    ? value
    : { ...value, addedLater: { by: 'a newer server' } };
}

const ROOT = join(import.meta.dirname, '../..');
const STEP_MAX_MS = 300_000;
/** A generator may have to be installed first. */
const TEST_MAX_MS = 900_000;
const TSCONFIG = {
  extends: join(ROOT, 'tsconfig.json'),
  compilerOptions: { types: ['node'] },
  include: ['.'],
};
/** Not for clients: only the bank calls it. */
const NOT_FOR_CLIENTS = ['POST /provider/{secret}/pix'];

type Document = { readonly paths: Readonly<Record<string, object>> };

describeNeeding(['postgres'], 'a client generated from /openapi.json', () => {
  const held = new AsyncDisposableStack();
  let system: SystemUnderTest;
  let newerUrl: string;
  let document: Document;

  beforeAll(async () => {
    system = held.use(
      await startSystemUnderTest({ env: { ...PATIENCE, CHECKPOINT_EVERY_MS: '500' } }),
    );
    newerUrl = held.use(await openNewerServer(system.baseUrl)).url;
    document = (await (await fetch(`${system.baseUrl}/openapi.json`)).json()) as Document;
  }, STEP_MAX_MS);

  afterAll(() => held.disposeAsync(), STEP_MAX_MS);

  test(
    'in TypeScript compiles, and can use every call there is',
    async () => {
      const receiver = held.use(await openReceiver());
      const folder = copyOf('typescript');
      // A copy: it writes into what it reads.
      const types = astToString(await openapiTypescript(structuredClone(document) as never));
      writeFileSync(join(folder, 'api.ts'), types);
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));

      await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder]);
      const args = [join(folder, 'everything.ts'), system.baseUrl, system.bankUrl, receiver.url];
      const calls = await run(process.execPath, args);

      const called = new Set(calls.trim().split('\n'));
      expect([...called, ...NOT_FOR_CLIENTS].sort()).toEqual(callsIn(document));
    },
    TEST_MAX_MS,
  );

  test(
    'in Python creates, queries, verifies a webhook and reads replies of a newer server',
    async () => {
      const [python, script = ''] = await pythonClientGenerator(say);
      const folder = copyOf('python');
      const output = ['--meta', 'none', '--output-path', join(folder, 'entrada')];

      await run(python, [script, 'generate', '--path', writeDocument(folder), ...output]);
      await run(python, [join(folder, 'use_client.py')], { env: await settings() });
    },
    TEST_MAX_MS,
  );

  test(
    'in Go compiles, creates, queries, verifies a webhook and reads replies of a newer server',
    async () => {
      const generator = await goClientGenerator(say);
      const folder = copyOf('go');
      const options = ['-generate', 'types,client', '-package', 'entrada'];
      mkdirSync(join(folder, 'entrada'));
      const output = ['-o', join(folder, 'entrada/client.go')];

      await run(generator, [...options, ...output, writeDocument(folder)]);
      // -trimpath: the name of the folder is not compiled in, so that Go's cache has the client the next time.
      await run('go', ['run', '-trimpath', '.'], { cwd: folder, env: await settings() });
    },
    TEST_MAX_MS,
  );

  /** Of the folder with what uses the client of a language, for what is generated to be put beside it. */
  function copyOf(language: string): string {
    const folder = mkdtempSync(join(tmpdir(), `entrada-${language}-`));
    held.defer(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(import.meta.dirname, language), folder, { recursive: true });
    return folder;
  }

  function writeDocument(folder: string): string {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    return file;
  }

  async function settings() {
    const { key } = await signUp(system.baseUrl);
    return {
      ...process.env,
      ENTRADA_URL: system.baseUrl,
      NEWER_URL: newerUrl,
      BANK_URL: system.bankUrl,
      API_KEY: key,
    };
  }
});

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** What it printed, or why it failed. */
async function run(
  program: string,
  args: readonly string[],
  options: object = {},
): Promise<string> {
  try {
    const limits = { timeout: STEP_MAX_MS, maxBuffer: 16 * 1024 * 1024 };
    return (await promisify(execFile)(program, args, { ...options, ...limits })).stdout.toString();
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

function callsIn({ paths }: Document): string[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  return calls.sort();
}
