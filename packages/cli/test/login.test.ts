import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { openHome, run } from './run-entrada.ts';
import { openServer, sendError, sendJson } from './scripted-server.ts';

const KEY = 'ent_test_secretsecret';

const openApi = () =>
  openServer(({ headers }, response) => {
    const { authorization } = headers;
    if (authorization && authorization !== `Bearer ${KEY}`) {
      return sendError(response, 401, 'invalid_api_key', 'This deployment is in test mode.');
    }
    return sendJson(response, {
      deployment: { mode: 'test', sandbox: true },
      balance: { available: 7 },
    });
  });

test('a key is checked, kept in a file that only its owner can read, and never printed', async () => {
  await using api = await openApi();
  using home = openHome();
  const login = ['login', '--base-url', `${api.url}/`, '--key-stdin'];
  const ran = await run(home.env, login, { input: `${KEY}\n` });
  expect(ran).toMatchObject({
    stdout: `Logged in at ${api.url} (test mode) as profile default.\n`,
    stderr: '',
    code: 0,
  });
  expect(statSync(home.config).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(home.config, 'utf8')).profiles.default.apiKey).toBe(KEY);

  const listed = await run(home.env, ['profiles', '--json']);
  expect(JSON.parse(listed.stdout).profiles).toEqual([
    { name: 'default', baseUrl: api.url, mode: 'test', current: true },
  ]);
  expect((await run(home.env, ['balance'])).stdout).toBe('available  R$ 0,07\n');
});

test('a key that is typed makes a profile of its own, which can be chosen and deleted', async () => {
  await using api = await openApi();
  using home = openHome();
  const env = { ...home.env, ENTRADA_BASE_URL: api.url };
  await run(env, ['login'], { typed: KEY });
  await run(env, ['login', '--profile', 'shop'], { typed: KEY });
  expect((await run(home.env, ['profiles'])).stdout).toMatch(/^ +default .*\n\* +shop /);
  await run(home.env, ['profiles', 'use', 'default']);
  await run(home.env, ['logout']);
  const { stdout } = await run(home.env, ['profiles']);
  expect(stdout).toMatch(/^\* +shop +test/);
});

test('plain http is warned of before the key is sent', async () => {
  await using api = await openApi();
  using home = openHome();
  // This computer by a name that may be another's.
  const login = ['login', '--base-url', `http://0.0.0.0:${api.port}`, '--key-stdin'];
  const { stderr } = await run(home.env, login, { input: 'ent_test_other' });
  expect(stderr).toMatch(/^Warning: .* is not https, .*\nIt failed \(invalid_api_key/);
});

test('a wrong key is not kept', async () => {
  await using api = await openApi();
  using home = openHome();
  const login = ['login', '--base-url', api.url, '--key-stdin'];
  const ran = await run(home.env, login, { input: 'ent_test_other' });
  expect(ran.code).toBe(1);
  expect(ran.stderr).toMatch(
    /^It failed \(invalid_api_key, request req-7\)\. This deployment is in test mode\./,
  );
  expect(() => statSync(home.config)).toThrow('ENOENT');
});

test.each([
  ['{"curr', /is not valid JSON/],
  ['{}', /has no profiles\. Delete it and log in again/],
  ['{"current":"default","profiles":{"default":{"apiKey":1}}}', /has no profiles/],
])('a file with %s is said to be broken', async (content, sentence) => {
  await using api = await openApi();
  using home = openHome();
  await run(home.env, ['login', '--base-url', api.url, '--key-stdin'], { input: KEY });
  writeFileSync(home.config, content);
  const { stderr, code } = await run(home.env, ['balance']);
  expect(stderr).toMatch(sentence);
  expect(code).toBe(2);
});

test('a file that others can read is not used', async () => {
  await using api = await openApi();
  using home = openHome();
  await run(home.env, ['login', '--base-url', api.url, '--key-stdin'], { input: KEY });
  chmodSync(home.config, 0o644);
  const { stderr, code } = await run(home.env, ['balance']);
  expect(stderr).toContain('can be read by others: run chmod 600');
  expect(code).toBe(2);
});
