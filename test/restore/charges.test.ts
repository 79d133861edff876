import { randomUUID } from 'node:crypto';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { type Client, clientOf } from './client.ts';
import { followPage } from './follow-page.ts';
import { type RestorableSystem, startRestorableSystem } from './restorable-system.ts';
import { expectSettled } from './settled.ts';
import { suspended } from './suspense.ts';

const START_MAX_MS = 120_000;
const DRILL_MAX_MS = 420_000;
const PATIENT = { timeoutMs: 90_000 };

describeNeeding(['postgres'], 'charges is restored to an earlier point', () => {
  let system: RestorableSystem;
  let client: Client;
  const begunAt = new Date();

  beforeAll(async () => {
    system = await startRestorableSystem({});
    client = clientOf(system);
  }, START_MAX_MS);

  afterAll(() => system?.[Symbol.asyncDispose](), START_MAX_MS);

  test(
    'the page brings back charges that were paid and their refunds, and no money moves twice',
    async () => {
      const before = await client.deposit(10_000);
      await client.refund(before.charge, 1_000);
      await client.cancel(await client.create(700));
      const paidLater = await client.create(3_000);

      const restoredTo = await system.snapshot('charges');

      const [returned = ''] = await suspended(system, client, [800]);
      const key = randomUUID();
      const after = await client.deposit(20_000);
      const refund = await client.refund(after.charge, 3_000, key);
      const surplus = await client.deposit(2_000, { value: 2_500 });
      await client.pay(paidLater);
      const underpaid = await client.create(5_000);
      await client.pay(underpaid, { value: 400 });
      const unpaid = await client.create(600);
      await client.failNext('settle-refund', 'fail', 1);
      await client.refund(after.charge, 700);
      await client.returnByBank(before.endToEndId, 2_000);
      const ran = await system.operator('suspense', 'refund', returned, '--reason', 'drill');
      expect(ran.code).toBe(0);
      const balance = await eventually(async () => {
        const now = await client.balance();
        const kept = 9_900 - 1_000 + 19_800 - 3_000 + 1_980 + 2_970 - 2_000;
        expect(now).toMatchObject({ available: kept, suspense: 500 + 400 });
        return now;
      }, PATIENT);

      await followPage(system, 'charges', { restoredTo });

      for (const { charge } of [before, after, surplus]) {
        expect(await client.status(charge)).toBe('COMPLETED');
      }
      await eventually(async () => {
        const refunds = await client.refundsOf(after.charge);
        expect(refunds.map(({ status }) => status).sort()).toEqual(['FAILED', 'SETTLED']);
      }, PATIENT);
      expect(await client.refund(after.charge, 3_000, key)).toMatchObject({ id: refund.id });
      expect(await client.balance()).toEqual(balance);
      const truth = (await client.truth()).find(
        ({ endToEndId }) => endToEndId === after.endToEndId,
      );
      const paidOut = truth?.refunds.filter(({ status }) => status === 'DEVOLVIDO') ?? [];
      expect(paidOut.map(({ value }) => value)).toEqual([3_000]);
      await expectSettled(system, client, begunAt);
      const credits = client.eventsAbout('DEPOSIT_ASSET_SUCCESS', after.charge.id);
      expect(new Set(credits.map(({ id }) => id)).size).toBe(1);

      // Nobody knows the charge any more, but the payer still has its code.
      const endToEndId = await client.pay(unpaid);
      await eventually(async () => {
        const { stdout } = await system.operator('suspense', 'list', '--json');
        expect(JSON.parse(stdout)).toContainEqual(
          expect.objectContaining({ endToEndId, kind: 'UNKNOWN_TXID', amountCents: 600 }),
        );
      }, PATIENT);
    },
    DRILL_MAX_MS,
  );
});
