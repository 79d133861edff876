import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { openReceiver } from '../../scripts/client/webhook-receiver.ts';
import { startSystemUnderTest } from '../e2e/system-under-test.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = join(import.meta.dirname, 'client');
const STEP_MAX_MS = 90_000;
const TSCONFIG = {
  extends: join(ROOT, 'tsconfig.json'),
  compilerOptions: { types: ['node'] },
  include: ['.'],
};
/** Not for clients: only the bank calls it. */
const NOT_FOR_CLIENTS = ['POST /provider/{secret}/pix'];

/** What it printed, or why it failed. */
async function run(program: string, args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)(program, args, { timeout: STEP_MAX_MS })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

type Document = { readonly paths: Readonly<Record<string, object>> };

describeNeeding(['postgres'], 'a client generated from /openapi.json', () => {
  test(
    'compiles, and can use every call there is',
    async () => {
      await using held = new AsyncDisposableStack();
      const system = held.use(await startSystemUnderTest({ env: { CHECKPOINT_EVERY_MS: '500' } }));
      const receiver = held.use(await openReceiver());
      const folder = mkdtempSync(join(tmpdir(), 'entrada-client-'));
      held.defer(() => rmSync(folder, { recursive: true, force: true }));
      const served = await fetch(`${system.baseUrl}/openapi.json`);
      const document = (await served.json()) as Document;

      await writeClient(folder, document);
      await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder]);
      const args = [join(folder, 'everything.ts'), system.baseUrl, system.bankUrl, receiver.url];
      const calls = await run(process.execPath, args);

      const called = new Set(calls.trim().split('\n'));
      expect([...called, ...NOT_FOR_CLIENTS].sort()).toEqual(callsIn(document));
    },
    3 * STEP_MAX_MS,
  );
});

async function writeClient(folder: string, document: Document): Promise<void> {
  cpSync(CLIENT, folder, { recursive: true });
  const types = astToString(await openapiTypescript(document as never));
  writeFileSync(join(folder, 'api.ts'), types);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

function callsIn({ paths }: Document): string[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  return calls.sort();
}
