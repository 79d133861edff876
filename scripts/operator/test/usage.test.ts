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

const AWAY = {
  AUTH_ADDRESS: '127.0.0.1:1',
  LEDGER_ADDRESS: '127.0.0.1:1',
  DATABASE_URL_AUTH: 'postgres://127.0.0.1:1/auth',
  DATABASE_URL_EVENTS: 'postgres://127.0.0.1:1/events',
  DATABASE_URL_LEDGER: 'postgres://127.0.0.1:1/ledger',
};
const WHY = ['--reason', 'why'];
const REWOUND = ['--group', 'ledger', '--to', '2026-11-15T12:00:00Z', ...WHY];

test.each([
  ['audit-run', [], 'the environment of the ledger'],
  ['audit-verify', [], 'DATABASE_URL_AUTH'],
  ['ledger-verify', [], 'DATABASE_URL_LEDGER'],
  ['parked', [], 'DATABASE_URL_LEDGER'],
])('%s says which database is away, and where to look', async (command, args, setting) => {
  const { stderr, status } = await runWith(AWAY, command, ...args);
  expect(stderr).toMatch(/^[^\n]*The database does not answer \(.*ECONNREFUSED.*\n$/);
  expect(stderr).toContain(`Check that npm start is running, or correct ${setting}.`);
  expect(status).not.toBe(0);
});

test.each([
  [
    'parked',
    { DATABASE_URL_LEDGER: 'postgres://a:b#c@d/e' },
    /^Correct DATABASE_URL_LEDGER: .*\n$/,
  ],
  ['ledger-verify', { LEDGER_SIGNING_KEY: 'nope' }, /^LEDGER_SIGNING_KEY must be .*\n$/],
])('%s says which setting cannot be used: %j', async (command, env, sentence) => {
  const { stderr, status } = await runWith(env, command);
  expect(stderr).toMatch(sentence);
  expect(status).not.toBe(0);
});

test('a service that is away is said with where to look, without advice for clients of the API', async () => {
  const asked: [command: string, args: string[], setting: string][] = [
    ['rate-limit', ['an-account', 'default', ...WHY], 'AUTH_ADDRESS'],
    ['rewind', REWOUND, 'AUTH_ADDRESS'],
    ['seed', ['--email', 'a@b.example', '--password', 'long enough'], 'AUTH_ADDRESS'],
    ['suspense', [], 'LEDGER_ADDRESS'],
  ];
  // Each waits for seconds before it gives up, so all wait at once.
  const outcomes = await Promise.all(
    asked.map(([command, args]) => runWith(AWAY, command, ...args)),
  );

  const away = 'Service did not answer in time. Check that npm start is running, or correct';
  expect(outcomes).toEqual(
    asked.map(([, , setting]) => ({
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^${away} ${setting}.*\\n$`)),
      status: 1,
    })),
  );
});

const NEXT_YEAR = `${new Date().getUTCFullYear() + 1}-01-01T00:00:00Z`;
test.each([
  ['audit-run', ['--from', '2000'], /^--from must be a time such as/],
  ['audit-run', ['--from', NEXT_YEAR], /^--from must lie in the past/],
  ['parked', ['nope'], /^Unknown command 'nope'\.\nUsage/],
  ['parked', ['retry', 'a-key'], /^retry needs a key and --reason\.\nUsage/],
  ['suspense', ['nope'], /^Unknown command 'nope'\.\nUsage/],
  ['suspense', ['credit', 'an-id'], /^credit needs an exception id and --reason\.\nUsage/],
  ['parked', ['list', '--service', 'nope'], /^--service must be ledger or webhooks\./],
  ['rate-limit', ['an-account', '0', ...WHY], /^An account id and a rate are needed\./],
  ['rate-limit', ['an-account', '5'], /^--reason is needed\./],
  ['rewind', REWOUND, /^Set KAFKA_BROKERS or DATABASE_URL_EVENTS, or run npm start first\.\n$/],
  ['rewind', ['--group', 'nope'], /^--group must be ledger or webhooks\./],
  ['rewind', ['--group', 'ledger', '--to', '2000'], /^--to must be a time such as/],
  ['audit-verify', ['--remember', tmpdir()], /^The end that was noted cannot be read: EISDIR.*\n$/],
  ['seed', ['--email', 'a@b.example'], /^Set AUTH_ADDRESS\.\nUsage/],
  // A file that is there: the key is what lacks.
  ['receipt-verify', [import.meta.filename], /npm run ledger:verify -- --key .* as --key/s],
])('%s %j is refused by what is wrong with it', async (command, args, sentence) => {
  const stderr = expect.stringMatching(sentence);
  expect(await run(command, ...args)).toEqual({ stdout: '', stderr, status: 2 });
});

test('what npm start left and nobody can read is said without a stack', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-unreadable-'));
  writeFileSync(join(folder, 'run.json'), '{"pid');
  try {
    const { stderr, status } = await runWith({ ENTRADA_DATA_FOLDER: folder }, 'suspense');
    expect(stderr).toMatch(/run\.json cannot be read: .*\nWipe the data with npm run reset\.\n$/);
    expect(status).toBe(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
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
