import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProgram, leaves } from '@entrada/command-line/run-program';
import { testIdentityEnv } from '@entrada/platform/testing/identity';
import { OPERATOR } from '../src/program.ts';
import { runCommand, UNAVAILABLE } from './run-operator.ts';

const PROGRAM = buildProgram(OPERATOR, () => async () => undefined, {
  out: String,
  err: String,
});

const EVERY = leaves(PROGRAM).map(({ path }) => [path.join(' '), path] as const);

const ONE_SENTENCE = /^[A-Z][^\n]*[.)]\n$/;
const ID = '018f2f6e-7b1c-4c54-9d55-000000000000';
const WHY = ['--reason', 'why'];
const AUTH_LOG = join(import.meta.dirname, 'auth-log.jsonl');

/** One line for each command: arguments that are right in form, and whether it decides something. */
const TYPED: Readonly<Record<string, { args: string[]; decides?: true; needsNothing?: true }>> = {
  login: { args: ['ana'], needsNothing: true },
  'approvals list': { args: [] },
  'approvals show': { args: [ID] },
  approve: { args: [ID] },
  reject: { args: [ID, ...WHY], decides: true },
  'suspense list': { args: [] },
  'suspense credit': { args: [ID, '--account', ID, ...WHY], decides: true },
  'suspense refund': { args: [ID, ...WHY], decides: true },
  'suspense reopen': { args: [ID, ...WHY], decides: true },
  'refund fail': { args: [ID, ...WHY], decides: true },
  'unclear list': { args: [] },
  'unclear dismiss': { args: ['W1', ...WHY], decides: true },
  recheck: { args: [ID] },
  'suspense repeat': { args: ['--from', '2026-11-15T12:00:00Z', ...WHY], decides: true },
  'parked list': { args: [] },
  'parked retry': { args: ['a-key', '--service', 'ledger', ...WHY], decides: true },
  'parked retry-unauthenticated': { args: ['--service', 'ledger', ...WHY], decides: true },
  'parked discard-unauthenticated': { args: ['--service', 'ledger', ...WHY], decides: true },
  'parked discard': { args: ['1', '--service', 'ledger', ...WHY], decides: true },
  restored: { args: ['--to', '2026-11-15T12:00:00Z', ...WHY], decides: true },
  recover: { args: WHY, decides: true },
  republish: { args: ['--from', '2026-11-15T12:00:00Z', ...WHY], decides: true },
  'account create': { args: ['--email', 'a@b.example'] },
  'account lost': { args: [] },
  'account restore': { args: [ID, '--email', 'a@b.example', ...WHY], decides: true },
  'account reset-password': { args: [ID, ...WHY], decides: true },
  'account reset-two-factor': { args: [ID, ...WHY], decides: true },
  'account freeze': { args: [ID, ...WHY], decides: true },
  'account unfreeze': { args: [ID, ...WHY], decides: true },
  'keys list': { args: ['--account', ID] },
  'keys revoke': { args: [ID, ...WHY], decides: true },
  'sessions end': { args: ['--account', ID, ...WHY], decides: true },
  'rate-limit': { args: [ID, '5', ...WHY], decides: true },
  'terms show': { args: [ID] },
  'terms set': { args: [ID, '--fee-bps', '50', ...WHY], decides: true },
  'terms history': { args: [ID] },
  timeline: { args: [ID] },
  'books balance': { args: [] },
  'books statement': { args: ['suspense'] },
  audit: { args: [] },
  verify: { args: [] },
  'audit-log verify': { args: [] },
  'audit-log repeat': { args: [AUTH_LOG, ...WHY], decides: true },
  'receipt verify': { args: [import.meta.filename], needsNothing: true },
};

test('this table has a line for every command, so that each is tried with bad input', () => {
  expect(Object.keys(TYPED).sort()).toEqual(EVERY.map(([name]) => name).sort());
});

test.each(EVERY)(
  '%s --help says what it does, how it is typed, and an example',
  async (name, path) => {
    const { stdout, stderr, code } = await runCommand({}, ...path, '--help');
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout).toMatch(new RegExp(`^Usage: operator ${name}`));
    expect(stdout).toMatch(new RegExp(`Examples?:\n {2}\\$ operator ${path[0]}`));
    expect(stdout).toContain('--json');
  },
);

test('help before a command shows the help of that command', async () => {
  const { stdout, code } = await runCommand({}, 'help', 'parked', 'retry');
  expect(stdout).toMatch(/^Usage: operator parked retry/);
  expect(code).toBe(0);
});

test.each(EVERY)(
  '%s refuses an option and an argument that it does not have',
  async (name, path) => {
    const args = TYPED[name]?.args ?? [];
    for (const extra of ['--unknown', 'surplus']) {
      const { stdout, stderr, code } = await runCommand(UNAVAILABLE, ...path, ...args, extra);
      expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
      expect(stderr).toMatch(ONE_SENTENCE);
      expect(stderr).toContain(extra);
      expect(stderr).toContain('Run it with --help');
    }
  },
);

test.each(EVERY)(
  '%s asks for its settings where nothing is set and nothing runs',
  async (name, path) => {
    const { args = [] } = TYPED[name] ?? {};
    const { stdout, stderr, code } = await runCommand({}, ...path, ...args);
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
    expect(stderr).toMatch(/(Set|Name) .* or run npm start first|run npm start first, if/);
  },
);

const DECIDING = EVERY.filter(([name]) => TYPED[name]?.decides);
test.each(DECIDING)(
  '%s refuses to decide without a log-in that names a person, and without a reason',
  async (name, path) => {
    const { args = [] } = TYPED[name] ?? {};
    const nobody = { TLS_CERT_FILE: '/nowhere', TLS_KEY_FILE: '/nowhere' };
    expect(await runCommand({ ...UNAVAILABLE, ...nobody }, ...path, ...args)).toEqual({
      stdout: '',
      stderr:
        'Nobody is logged in. Log in with operator login <your name> (npm run operator -- login <your name>).\n',
      code: 2,
    });
    const service = testIdentityEnv('ledger');
    expect(await runCommand({ ...UNAVAILABLE, ...service }, ...path, ...args)).toEqual({
      stdout: '',
      stderr: expect.stringMatching(/names no operator. Log in with operator login/),
      code: 2,
    });
    const unreasoned = await runCommand(UNAVAILABLE, ...path, ...args.slice(0, -2));
    expect(unreasoned).toMatchObject({ stdout: '', code: 2 });
    expect(unreasoned.stderr).toMatch(/--reason <why>/);
    const blank = await runCommand(UNAVAILABLE, ...path, ...args.slice(0, -1), ' ');
    expect(blank).toMatchObject({ stdout: '', code: 2 });
  },
);

test('every command says in one sentence which service or database is unavailable, and what to correct', async () => {
  const asking = EVERY.filter(([name]) => !TYPED[name]?.needsNothing);
  // Each waits for seconds before it gives up, so all wait at once.
  const outcomes = await Promise.all(
    asking.map(async ([name, path]) => {
      const env =
        name === 'audit'
          ? { ...UNAVAILABLE, MODE: 'test', KAFKA_BROKERS: '127.0.0.1:1' }
          : UNAVAILABLE;
      const ran = await runCommand(env, ...path, ...(TYPED[name]?.args ?? []));
      return { name, ...ran };
    }),
  );
  for (const { name, stdout, stderr, code } of outcomes) {
    expect({ name, stdout, code }).toEqual({ name, stdout: '', code: 1 });
    expect({ name, stderr }).toEqual({
      name,
      stderr: expect.stringMatching(
        /^The (database does not answer \(.*\)\. Check that npm start is running, or correct [A-Za-z_ ]+\.|service \w+ did not answer in time \(.*\)\. Check that npm start is running, or correct [A-Za-z_ ]+\. If the system was installed anew since you logged in, log in again\.)\n$/,
      ),
    });
  }
});

test('with --json the outcome and the errors are JSON', async () => {
  const { stdout, stderr, code } = await runCommand({}, 'suspense', '--json');
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  expect(JSON.parse(stderr)).toEqual({
    error: 'Set LEDGER_ADDRESS, or run npm start first.',
    code: 'usage_error',
  });
  const misused = await runCommand({}, 'suspense', 'list', '--unknown', '--json');
  expect(JSON.parse(misused.stderr).error).toMatch(/^Unknown option '--unknown'/);
});

test('a setting that cannot be used is named', async () => {
  const { stderr, code } = await runCommand({ LEDGER_PUBLIC_KEY: 'nope' }, 'verify', '--key');
  expect(stderr).toMatch(/^The public key must be base64.*\n$/);
  expect(code).toBe(2);
});

test('what npm start left behind when it was killed is not used, and a broken file is said in a sentence', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-killed-'));
  const file = join(folder, 'run.json');
  const env = { ENTRADA_DATA_FOLDER: folder };
  try {
    // No process has this id, which is above what the kernel gives.
    writeFileSync(file, JSON.stringify({ pid: 2 ** 30, ledgerAddress: '127.0.0.1:1' }));
    const killed = await runCommand(env, 'suspense');
    expect(killed.stderr).toBe('Set LEDGER_ADDRESS, or run npm start first.\n');

    writeFileSync(file, '{"pid');
    const broken = await runCommand(env, 'suspense');
    expect(broken.stderr).toMatch(
      /run\.json cannot be read .*Wipe the data with npm run reset\.\n$/,
    );
    expect(broken.code).toBe(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a log-in of another installation than the running one is said at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-other-'));
  try {
    const run = { pid: process.pid, ledgerAddress: '127.0.0.1:1', certificates: folder };
    writeFileSync(join(folder, 'run.json'), JSON.stringify(run));
    writeFileSync(join(folder, 'services-ca.pem'), 'of the other installation');
    const outcome = await runCommand({ ENTRADA_DATA_FOLDER: folder }, 'suspense', 'list');
    expect(outcome.stderr).toMatch(/^You are logged in to another installation\. Log in with /);
    expect(outcome.code).toBe(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the program itself ends with the exit code of its command', async () => {
  const main = join(import.meta.dirname, '../src/main.ts');
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const env = { ENTRADA_DATA_FOLDER: '/nowhere' };
  const child = execFile(process.execPath, [main, 'suspense'], { env }, () =>
    resolve(child.exitCode),
  );
  expect(await promise).toBe(2);
});
