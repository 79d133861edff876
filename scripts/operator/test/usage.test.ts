import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPTS = join(import.meta.dirname, '../..');
const COMMANDS = [
  'audit-run',
  'audit-verify',
  'ledger-verify',
  'parked',
  'rate-limit',
  'receipt-verify',
  'rewind',
  'seed',
  'suspense',
];

type Outcome = { stdout: string; stderr: string; status: number | null };

const run = (command: string, ...args: string[]) => runWith({}, command, ...args);

function runWith(env: Readonly<Record<string, string>>, command: string, ...args: string[]) {
  const script = join(SCRIPTS, `${command}.ts`);
  // Nothing is at hand: a usage needs no system.
  const options = { env: { ENTRADA_DATA_FOLDER: '/nowhere', ...env } };
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const child = execFile(process.execPath, [script, ...args], options, (_error, stdout, stderr) =>
    resolve({ stdout, stderr, status: child.exitCode }),
  );
  return promise;
}

test.each(COMMANDS)(
  '%s says how it is used when asked, and when it is misused',
  async (command) => {
    const [asked, misused] = await Promise.all([
      run(command, '--help'),
      run(command, '--nonsense'),
    ]);

    expect(asked).toEqual({ stdout: expect.stringMatching(/^Usage/), stderr: '', status: 0 });
    const told = `Unknown option '--nonsense'.\n${asked.stdout}`;
    expect(misused).toEqual({ stdout: '', stderr: told, status: 2 });
  },
);

test.each([
  ['audit-run', []],
  ['audit-verify', []],
  ['ledger-verify', []],
  ['parked', []],
  ['rate-limit', ['an-account', '5', '--reason', 'why']],
  ['suspense', []],
])(
  '%s asks for npm start where nothing runs, and where what ran was killed',
  async (command, args) => {
    const folder = mkdtempSync(join(tmpdir(), 'entrada-killed-'));
    // No process has this id, which is above what the kernel gives.
    const url = 'postgres://127.0.0.1:1/ledger';
    const killed = { pid: 2 ** 30, postgresUrl: url, ledgerEnv: { DATABASE_URL_LEDGER: url } };
    writeFileSync(join(folder, 'run.json'), JSON.stringify(killed));
    try {
      const outcomes = await Promise.all([
        run(command, ...args),
        runWith({ ENTRADA_DATA_FOLDER: folder }, command, ...args),
      ]);
      for (const outcome of outcomes) {
        const stderr = expect.stringMatching(/Set .*, or run npm start first\.\n$/);
        expect(outcome).toEqual({ stdout: '', stderr, status: 2 });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test('a database that is away is said in a sentence', async () => {
  const env = { DATABASE_URL_LEDGER: 'postgres://127.0.0.1:1/ledger' };
  const { stderr, status } = await runWith(env, 'ledger-verify');
  expect(stderr).toMatch(/^The books could not be read: .*ECONNREFUSED.*\n$/);
  expect(status).toBe(2);
});

test('a service that is away is said without advice for clients of the API', async () => {
  const env = { AUTH_ADDRESS: '127.0.0.1:1' };
  const asked = ['an-account', 'default', '--reason', 'why'];
  const stderr = 'The service, or one that it needs, does not answer. Is npm start running?\n';
  expect(await runWith(env, 'rate-limit', ...asked)).toEqual({ stdout: '', stderr, status: 1 });
}, 20_000);

const NEXT_YEAR = `${new Date().getUTCFullYear() + 1}-01-01T00:00:00Z`;
test.each([
  ['audit-run', ['--from', '2000'], /^--from must be a time such as/],
  ['audit-run', ['--from', NEXT_YEAR], /^--from must lie in the past/],
  ['parked', ['nope'], /^Unknown command 'nope'\.\nUsage/],
  ['parked', ['retry', 'a-key'], /^retry needs a key and --reason\.\nUsage/],
  ['suspense', ['nope'], /^Unknown command 'nope'\.\nUsage/],
  ['suspense', ['credit', 'an-id'], /^credit needs an exception id and --reason\.\nUsage/],
  ['parked', ['list', '--service', 'nope'], /^--service must be ledger or webhooks\./],
  ['rewind', ['--group', 'nope'], /^--group must be ledger or webhooks\./],
  ['rewind', ['--group', 'ledger', '--to', '2000'], /^--to must be a time such as/],
])('%s %j is refused by what is wrong with it', async (command, args, sentence) => {
  const stderr = expect.stringMatching(sentence);
  expect(await run(command, ...args)).toEqual({ stdout: '', stderr, status: 2 });
});

test('a file that holds no receipt is said to hold none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-receipt-'));
  const file = join(folder, 'receipt.json');
  writeFileSync(file, 'null');
  const { publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  try {
    const stderr = 'NOT PROVEN: the file holds no receipt.\n';
    const outcome = await run('receipt-verify', file, '--key', key);
    expect(outcome).toEqual({ stdout: '', stderr, status: 1 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
