import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scaledByLoad } from '@entrada/platform/testing/eventually';
import { freePort } from '@entrada/platform/testing/free-port';

const ROOT = join(import.meta.dirname, '../..');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);
/** Those that run until they are stopped, or for minutes, and what they print once they are at work. */
const LONG_RUNNING: Readonly<Record<string, RegExp>> = {
  start: /starting Postgres/,
  check: /ok /,
  test: /Checking types/,
  bench: /Starting Postgres/,
  guards: /Starting the servers/,
  screenshots: /Starting the system/,
};
const END_MAX_MS = 3_000;
/** A machine that stalls makes one of them late, not all. */
const ATTEMPTS_MAX = 3;

const folder = mkdtempSync(join(tmpdir(), 'entrada-npm-'));
const dataFolder = join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As npm starts it: with the project's programs first on the path. */
function run(script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const PATH = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`;
  const command = `exec ${scripts[script]?.replace(/^exec /, '')} "$@"`;
  const child = spawn('sh', ['-c', command, script, ...args], {
    cwd: ROOT,
    env: { ...process.env, PATH, ENTRADA_DATA_FOLDER: dataFolder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const exited = once(child, 'close').then(([code]) => ({ code, stdout, stderr }));
  return { child, exited, output: () => stdout + stderr };
}

/** Without what npm runs before them. */
const OFFERED = Object.keys(scripts).filter((script) => !script.startsWith('pre'));

test.each(OFFERED)(
  'npm run %s says what it does with --help, and refuses an argument that it does not have',
  async (script) => {
    const helped = await run(script, ['--help']).exited;
    expect(helped).toMatchObject({ code: 0, stderr: '' });
    expect(helped.stdout).toMatch(/^Usage: /);
    const refused = await run(script, ['--not-an-option']).exited;
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toMatch(/not-an-option|Required option/);
  },
);

/** Ends a script by Ctrl-C once it is at work. */
async function interrupt(script: string, isAtWork: RegExp) {
  const { child, exited, output } = run(script, [], { PORT: String(await freePort()) });
  const working = Promise.withResolvers<void>();
  const look = () => isAtWork.test(output()) && working.resolve();
  for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
  await Promise.race([working.promise, exited]);
  const asked = performance.now();
  child.kill('SIGINT');
  const { code } = await exited;
  expect([0, 130]).toContain(code);
  return { isInTime: performance.now() - asked < scaledByLoad(END_MAX_MS), output: output() };
}

test.each(Object.entries(LONG_RUNNING))(
  'npm run %s ends within three seconds of Ctrl-C',
  async (script, isAtWork) => {
    let last = await interrupt(script, isAtWork);
    for (let attempts = 1; !last.isInTime && attempts < ATTEMPTS_MAX; attempts += 1) {
      last = await interrupt(script, isAtWork);
    }
    expect(last).toMatchObject({ isInTime: true });
  },
);

test('npm run reset wipes nothing unless it is asked to', async () => {
  const kept = join(dataFolder, 'kept.json');
  rmSync(dataFolder, { recursive: true, force: true });
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(kept, '{}');

  for (const args of [['--help'], ['--not-an-option'], ['extra'], []]) {
    await run('reset', args).exited;
    expect({ args, isKept: existsSync(kept) }).toEqual({ args, isKept: true });
  }
  const unasked = await run('reset', []).exited;
  expect(unasked).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/only a person at a terminal is asked.*npm run reset -- --yes/),
  });

  const wiped = await run('reset', ['--yes']).exited;
  expect(wiped.code).toBe(0);
  expect(existsSync(dataFolder)).toBe(false);
});
