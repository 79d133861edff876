import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import type { Ran } from '../../operator/test/run-operator.ts';
import { clientOf } from './client.ts';
import { followPage } from './follow-page.ts';
import { DRILL_MAX_MS, PATIENT } from './patience.ts';
import { balanceOf, newPerson, statusOf } from './person.ts';
import { startRestorableSystem } from './restorable-system.ts';
import { expectSettled } from './settled.ts';

const REFUSED = 401;

describeNeeding(['postgres'], 'auth is restored to an earlier point', () => {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-auth-log-'));
  const authLog: string[] = [];
  const begunAt = new Date();
  let baseUrl: string;

  const system = forTests(() => {
    const onLine = (program: string, line: string) => {
      if (program === 'auth') authLog.push(line);
    };
    return startRestorableSystem({ env: { LOG_LEVEL: 'info' }, onLine });
  });
  const client = forTests(() => clientOf(system));
  beforeAll(() => {
    baseUrl = system.system.baseUrl;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Payments to an account that has no endpoint. */
  const payerOf = (apiKey: string) => clientOf({ ...system, holder: { ...system.holder, apiKey } });

  const status = (key: string) => statusOf(baseUrl, { key });

  test(
    'the page refuses again what was revoked, and gives the owner of a lost account its money back',
    async () => {
      await client.deposit(10_000);
      const [owner, changer] = [await newPerson(baseUrl), await newPerson(baseUrl)];
      const [kept, revoked, rotated] = [
        await owner.newKey(),
        await owner.newKey(),
        await owner.newKey(),
      ];

      const restoredTo = await system.snapshot('auth');

      await owner.revoke(revoked);
      await owner.rotate(rotated);
      await changer.changePassword();
      const limited = ['rate-limit', owner.accountId, '77777', '--reason', 'drill'];
      expect(await system.operator(...limited)).toMatchObject({ code: 0 });
      const late = await newPerson(baseUrl);
      const lateKey = await late.newKey();
      const payer = payerOf(lateKey.key);
      await payer.pay(await payer.create(4_000));
      await eventually(
        async () => expect(await payer.balance()).toMatchObject({ available: 3_960 }),
        PATIENT,
      );
      const waiting = await newPerson(baseUrl);
      const unpaid = await payerOf((await waiting.newKey()).key).create(900);
      const lostEnd = await auditEnd();
      const AUTH_LOG = join(folder, 'auth.log');
      writeFileSync(AUTH_LOG, authLog.join('\n'));

      const ran = await followPage(system, 'auth', {
        restoredTo,
        variables: { AUTH_LOG, ACCOUNT: late.accountId, EMAIL: late.email, KEY: unpaid.id },
        before: { 'operator parked list': () => payForLost(waiting, unpaid) },
      });

      expect(await status(kept.key)).toBe(200);
      for (const { key } of [revoked, rotated, lateKey]) expect(await status(key)).toBe(REFUSED);
      expect(await statusOf(baseUrl, { cookie: owner.cookie })).toBe(REFUSED);
      expect(await changer.logIn()).toMatchObject({ status: REFUSED });
      const passwords = [...printed(ran).matchAll(/shown only now: (\S+)/g)].map(
        ([, text]) => text,
      );
      expect(await changer.logIn(passwords[0])).toMatchObject({ status: 200 });
      const { session } = await late.logIn(passwords[1]);
      expect(await balanceOf(baseUrl, session)).toMatchObject({ available: 3_960 });
      const rows = await system.query(
        'auth',
        'select from account where rate_limit_per_second = 77777',
      );
      expect(rows).toHaveLength(1);
      expect(await system.operator('account', 'lost', '--json')).toMatchObject({ stdout: '[]\n' });
      expect(await system.operator('audit-log', 'verify', '--expect', lostEnd)).toMatchObject({
        stdout: expect.stringMatching(/^BROKEN: line \d+.* recorded elsewhere/),
        code: 1,
      });
      await eventually(async () => expect(await creditedTo(waiting.accountId)).toBe(891), PATIENT);
      await expectSettled(system, client, begunAt);
    },
    DRILL_MAX_MS,
  );

  test(
    'without the log of auth every key and every session from before is refused',
    async () => {
      const owner = await newPerson(baseUrl);
      const key = await owner.newKey();
      const restoredTo = await system.snapshot('auth');
      await owner.revoke(key);

      await followPage(system, 'auth without its log', { restoredTo });

      expect(await status(key.key)).toBe(REFUSED);
      expect(await status(system.holder.apiKey)).toBe(REFUSED);
      expect(await statusOf(baseUrl, { cookie: owner.cookie })).toBe(REFUSED);
      expect(await owner.logIn()).toMatchObject({ status: 200 });
    },
    DRILL_MAX_MS,
  );

  type Waiting = { readonly accountId: string; readonly email: string };

  /** Its charge is paid while nobody knows the account, so that the event waits in the ledger. */
  async function payForLost({ accountId, email }: Waiting, charge: { id: string; emv: string }) {
    await client.pay(charge);
    await eventually(async () => {
      const { stdout } = await system.operator('parked', 'list', '--json');
      expect(JSON.parse(stdout)).toMatchObject([{ key: charge.id }]);
    }, PATIENT);
    const restore = ['account', 'restore', accountId, '--email', email, '--reason', 'drill'];
    expect(await system.operator(...restore)).toMatchObject({ stderr: '', code: 0 });
  }

  async function auditEnd(): Promise<string> {
    type Row = { end: string };
    const text = `select seq || ':' || encode(hash, 'hex') as end from audit_head`;
    return (await system.query<Row>('auth', text))[0]?.end ?? '';
  }

  async function creditedTo(accountId: string): Promise<number> {
    type Row = { cents: number };
    const text = 'select available_cents::float8 as cents from account where holder_id = $1';
    return (await system.query<Row>('ledger', text, [accountId]))[0]?.cents ?? 0;
  }
});

function printed(ran: readonly Ran[]): string {
  return ran.map(({ stdout }) => stdout).join('');
}
