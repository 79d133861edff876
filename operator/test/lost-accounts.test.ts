import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runSystem } from '../../test/harness/run-system.ts';
import { runCommand } from './run-operator.ts';

const system = forTests(() => runSystem());

function run(...args: string[]) {
  const env = {
    AUTH_ADDRESS: system.auth.service.address,
    CHARGES_ADDRESS: system.charges.service.address,
    LEDGER_ADDRESS: system.ledger.service.address,
    WEBHOOKS_ADDRESS: system.webhooks.service.address,
  };
  return runCommand(env, ...args);
}

async function newCharge(key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: '{"value":5000}' };
  const created = await fetch(`${system.baseUrl}/api/deposit`, init);
  return ((await created.json()) as { charge: { emv: string } }).charge;
}

async function forget(accountId: string): Promise<void> {
  for (const [table, column] of [
    ['two_factor', 'account_id'],
    ['recovery_code', 'account_id'],
    ['mail', 'account_id'],
    ['mail_token', 'account_id'],
    ['known_device', 'account_id'],
    ['api_key', 'account_id'],
    ['session', 'account_id'],
    ['account', 'id'],
  ]) {
    await system.auth.db.query(`delete from ${table} where ${column} = $1`, [accountId]);
  }
}

const WHY = ['--reason', 'auth restored'];

test('accounts that auth lost are listed with what others know, and restored once, under an address of their own', async () => {
  const [paid, charged, present] = [
    await system.newAccount(),
    await system.newAccount(),
    await system.newAccount(),
  ];
  await system.bank.pay((await newCharge(paid.key)).emv, { notify: true });
  await newCharge(charged.key);
  await newCharge(present.key);
  const { accountId } = paid;
  await eventually(async () =>
    expect(await system.ledger.rpc.getBalance({ accountId })).toMatchObject({
      availableCents: 4950,
    }),
  );
  expect((await run('account', 'lost')).stdout).toMatch(/^No account is lost/);
  for (const one of [paid, charged]) await forget(one.accountId);

  const { stdout } = await run('account', 'lost', '--json');
  expect(JSON.parse(stdout)).toEqual(
    [
      { accountId, knownTo: ['charges', 'ledger'], availableCents: 4950, endpoints: [] },
      { accountId: charged.accountId, knownTo: ['charges'], availableCents: 0, endpoints: [] },
    ].sort((one, other) => (one.accountId < other.accountId ? -1 : 1)),
  );

  const email = ['--email', 'owner@shop.example', ...WHY];
  expect(await run('account', 'restore', present.accountId, ...email)).toEqual({
    stdout: '',
    stderr: expect.stringMatching(/ is not lost: .* Take the id from operator account lost\.\n$/),
    code: 1,
  });
  const restored = await run('account', 'restore', accountId, ...email, '--json');
  const { password } = JSON.parse(restored.stdout);
  const session = await system.auth.rpc.logIn({ email: 'owner@shop.example', password });
  expect(session).toMatchObject({ account: { id: accountId } });
  expect(await run('account', 'restore', charged.accountId, ...email)).toEqual({
    stdout: '',
    stderr:
      'The e-mail address is already registered. Check its state first: nothing was changed.\n',
    code: 1,
  });
  expect(await run('account', 'restore', charged.accountId, '--email', 'x', ...WHY)).toMatchObject({
    stderr: '--email must be an e-mail address. Run it with --help to see what it takes.\n',
    code: 2,
  });
  expect(JSON.parse((await run('account', 'lost', '--json')).stdout)).toMatchObject([
    { accountId: charged.accountId },
  ]);
});

test('a webhook URL is refused before an account is created; one that only webhooks refuses leaves account and key on the screen', async () => {
  const create = (email: string, url: string) =>
    run('account', 'create', '--email', email, '--webhook-url', url);
  const accounts = async (email: string) =>
    (await system.auth.db.query('select id from account where email = $1', [email])).rows;

  expect(await create('none@shop.example', 'nope')).toEqual({
    stdout: '',
    stderr: expect.stringMatching(/--webhook-url <url>.* must be an absolute URL/),
    code: 2,
  });
  expect(await accounts('none@shop.example')).toEqual([]);

  const { stderr, code } = await create('half@shop.example', 'https://a:b@shop.example/hook');
  expect(code).toBe(1);
  const [account] = await accounts('half@shop.example');
  expect(stderr).toContain(`Account ${account.id} is created`);
  expect(stderr).toContain('no webhook endpoint: --webhook-url must not carry a user name');
  const key = /API key: (\S+),/.exec(stderr)?.[1] ?? '';
  const headers = { authorization: `Bearer ${key}` };
  expect((await fetch(`${system.baseUrl}/api/balance`, { headers })).status).toBe(200);
});
