import { readFileSync } from 'node:fs';
import { buildProgram, leaves } from '@entrada/command-line/run-program';
import { freePort } from '@entrada/platform/testing/free-port';
import { EXIT, EXIT_MEANINGS } from '../src/exit-codes.ts';
import { ENTRADA } from '../src/program.ts';
import { run } from './run-entrada.ts';

const PROGRAM = buildProgram(ENTRADA, () => async () => undefined, {
  out: String,
  err: String,
});
const EVERY = leaves(PROGRAM).map(({ path }) => [path.join(' '), path] as const);

const ONE_SENTENCE = /^[A-Z][^\n]*[.)]\n$/;
const ID = 'b3c7a1f0-5d2e-4a6b-9c8d-7e6f5a4b3c2d';
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const WINDOW = ['--from', '2026-11-15T00:00:00Z', '--to', '2026-11-16T00:00:00Z'];
const NOWHERE = `http://127.0.0.1:${await freePort()}`;
const UNREACHABLE = { ENTRADA_API_KEY: 'ent_test_key', ENTRADA_BASE_URL: NOWHERE };

/** One line for each command: arguments that are right in form, and whether it asks the API. */
const TYPED: Readonly<Record<string, { args: string[]; asksNothing?: true; waits?: true }>> = {
  login: { args: ['--key-stdin'] },
  logout: { args: [], asksNothing: true },
  'profiles list': { args: [], asksNothing: true },
  'profiles use': { args: ['shop'], asksNothing: true },
  listen: { args: ['--forward-to', 'http://localhost:3000/hook'] },
  trigger: { args: ['paid'] },
  'deposits create': { args: ['--value', '5000'] },
  'deposits list': { args: [] },
  'deposits show': { args: [ID] },
  'deposits cancel': { args: [ID] },
  'deposits refund': { args: [ID, '--yes'] },
  open: { args: [ID] },
  balance: { args: [] },
  statement: { args: [] },
  'webhooks list': { args: [] },
  'webhooks create': { args: ['--name', 'Shop', '--url', 'https://shop.example/hooks'] },
  'webhooks show': { args: [ID] },
  'webhooks change': { args: [ID, '--enable'] },
  'webhooks test': { args: [ID] },
  'webhooks rotate-secret': { args: [ID] },
  'webhooks replay': { args: [ID, ...WINDOW] },
  'webhooks delete': { args: [ID, '--yes'] },
  'deliveries list': { args: [] },
  'deliveries show': { args: [ID] },
  'events tail': { args: [] },
  'receiver-check': { args: ['http://127.0.0.1:1', '--secret', SECRET], asksNothing: true },
  completion: { args: ['bash'], asksNothing: true },
};
const ASKING = EVERY.filter(([name]) => !TYPED[name]?.asksNothing);

test('this table has a line for every command, so that each is tried with bad input', () => {
  expect(Object.keys(TYPED).sort()).toEqual(EVERY.map(([name]) => name).sort());
});

test.each(EVERY)('%s --help says what it does and an example', async (name, path) => {
  const { stdout, stderr, code } = await run({}, [...path, '--help']);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout).toMatch(new RegExp(`^Usage: entrada ${name}`));
  expect(stdout).toMatch(new RegExp(`Examples?:\n {2}\\$ entrada ${path[0]}`));
  for (const option of ['--json', '--profile']) expect(stdout).toContain(option);
});

test.each(EVERY)(
  '%s refuses an option and an argument that it does not have',
  async (name, path) => {
    for (const extra of ['--unknown', 'surplus']) {
      const args = [...path, ...(TYPED[name]?.args ?? []), extra];
      const { stdout, stderr, code } = await run(UNREACHABLE, args);
      expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
      expect(stderr).toMatch(ONE_SENTENCE);
      expect(stderr).toContain('Run it with --help');
    }
  },
);

test.each(ASKING.filter(([name]) => name !== 'login'))(
  '%s says how to log in where there is no key',
  async (name, path) => {
    const { stdout, stderr, code } = await run({}, [...path, ...(TYPED[name]?.args ?? [])]);
    expect({ stdout, stderr, code }).toEqual({
      stdout: '',
      stderr: 'No API key. Run entrada login, or set ENTRADA_API_KEY and ENTRADA_BASE_URL.\n',
      code: 2,
    });
  },
);

test('every command says in one sentence that the server cannot be reached, and nothing was done', async () => {
  const outcomes = await Promise.all(
    ASKING.map(async ([name, path]) => {
      const keyboard = { input: 'ent_test_key' };
      const ran = await run(UNREACHABLE, [...path, ...(TYPED[name]?.args ?? [])], keyboard);
      return { name, ...ran };
    }),
  );
  for (const { name, stdout, stderr, code } of outcomes) {
    expect({ name, stdout, code }).toEqual({ name, stdout: '', code: 3 });
    const sentence = stderr.split('\n').at(-2);
    expect({ name, sentence }).toEqual({
      name,
      sentence: `${NOWHERE} cannot be reached: ECONNREFUSED (network_error). Check that it runs, the network, and the base URL (entrada profiles).`,
    });
  }
});

test.each([
  [[], /^Usage: entrada/],
  [['nope'], /^Unknown command 'nope' \(Did you mean open\?\) Run it/],
  [['deposits', 'nope'], /^Unknown command 'deposits nope': it is one of create, list/],
  [['deposits', 'create'], /'--value <cents>' not specified/],
  [['deposits', 'create', '--value', '50,00'], /cents \(5000 is R\$ 50,00\) from 1 to/],
  [['deposits', 'create', '--value', '-5'], /cents \(5000 is R\$ 50,00\)|argument missing/],
  [['deposits', 'create', '--value', '0'], /from 1 to 999999999999/],
  [['deposits', 'create', '--value', '5', '--metadata', 'x'], /It must be key=value/],
  [['deposits', 'create', '--value', '5', '--expires-in', '5'], /from 60 to 1209600/],
  [['deposits', 'create', '--value', '5', '--idempotency-key', 'a b'], /without spaces/],
  [['deposits', 'list', '--status', 'PAID'], /Allowed choices are PENDING/],
  [['deposits', 'list', '--limit', '0'], /It must be a whole number from 1/],
  [['deposits', 'list', '--from', 'yesterday'], /It must be a time such as/],
  [['deposits', 'show', '..'], /^paymentLinkId is not an identifier\./],
  [['deposits', 'refund', ID], /Add --yes to do it without being asked/],
  [['listen'], /'--forward-to <url>' not specified/],
  [['listen', '--forward-to', 'localhost:3000'], /^--forward-to must be a URL such as/],
  [['listen', '--forward-to', 'http://localhost', '--events', 'x'], /names of events/],
  [['trigger', 'stolen'], /Allowed choices are paid, late, twice, underpaid, returned/],
  [['webhooks', 'change', ID], /^Name at least one of --name/],
  [['webhooks', 'change', ID, '--enable', '--disable'], /cannot be used with/],
  [['webhooks', 'delete', ID], /Add --yes/],
  [['completion', 'tcsh'], /Allowed choices are bash, zsh, fish/],
  [['receiver-check', 'ftp://shop.example', '--secret', SECRET], /^<url> must be a URL/],
  [['receiver-check', 'https://shop.example', '--secret', 'whsec_!'], /^--secret must be whsec_/],
  [
    ['receiver-check', 'https://shop.example'],
    /^Set WEBHOOK_SECRET to the secret .* or pass --secret/,
  ],
  [
    ['webhooks', 'create', '--name', 'Shop', '--url', 'https://shop.example', '--own-secret'],
    /^Nobody can type the secret here\. Set WEBHOOK_SECRET\./,
  ],
  [['balance', '--profile', '../x'], /^--profile must have 1 to 40/],
  [['balance', '--profile', 'other'], /^There is no profile other\. Run entrada login --profile/],
  [['balance', '--timeout', '0'], /whole number from 1 to 600/],
  [['login'], /^Nobody can type the key here/],
])('%j is refused by what is wrong with it', async (args, sentence) => {
  const { stdout, stderr, code } = await run(UNREACHABLE, args);
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  expect(stderr).toMatch(sentence);
});

test.each([
  [{ ENTRADA_BASE_URL: 'http://127.0.0.1:1' }, /^ENTRADA_BASE_URL is set without/],
  [{ ...UNREACHABLE, ENTRADA_BASE_URL: 'pay.example.com' }, /^The base URL must be the address/],
  [{ ...UNREACHABLE, ENTRADA_API_KEY: 'ent test' }, /^The API key must be an API key/],
])('the environment %j is refused', async (env, sentence) => {
  const { stderr, code } = await run(env, ['balance']);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toContain('ent test');
  expect(code).toBe(2);
});

test('with --json errors are JSON, with the code of the API', async () => {
  const { stdout, stderr, code } = await run(UNREACHABLE, ['balance', '--json']);
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
  expect(JSON.parse(stderr)).toMatchObject({ code: 'network_error', status: 0 });
});

test.each([
  [
    ['deposits', 'list', '--status', 'PAID'],
    ['PENDING', 'COMPLETED', 'EXPIRED', 'CANCELED'],
  ],
  [
    ['completion', 'tcsh'],
    ['bash', 'zsh', 'fish'],
  ],
  [['nope'], expect.arrayContaining(['deposits', 'webhooks'])],
  [
    ['deposits', 'nope'],
    ['create', 'list', 'show', 'cancel', 'refund'],
  ],
  [['deposits', 'create', '--value', '50,00'], undefined],
  [['balance', '--profile', '../x'], undefined],
])('with --json %j has the code of a usage error and the choices', async (args, choices) => {
  const { stdout, stderr, code } = await run(UNREACHABLE, [...args, '--json']);
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  const error = JSON.parse(stderr);
  expect(error).toEqual({ error: error.error, code: 'usage_error', ...(choices && { choices }) });
});

test('help and README have the same table of exit codes', async () => {
  const { stdout } = await run({}, ['--help']);
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  for (const [name, code] of Object.entries(EXIT)) {
    const meaning = EXIT_MEANINGS[name as keyof typeof EXIT];
    expect(readme).toContain(`| ${code} | ${meaning} |`);
    expect(stdout).toContain(`${code} `);
    expect(stdout).toContain(meaning.replaceAll('`', ''));
  }
});

test('--version prints the version of the package', async () => {
  const { stdout, code } = await run({}, ['--version']);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(code).toBe(0);
});
