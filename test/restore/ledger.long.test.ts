import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { type Client, clientOf } from './client.ts';
import { followPage } from './follow-page.ts';
import { DRILL_MAX_MS, PATIENT } from './patience.ts';
import { startRestorableSystem } from './restorable-system.ts';
import { expectSettled } from './settled.ts';
import { decide, ownAccount, suspended, undecided } from './suspense.ts';

describeNeeding(['postgres'], 'the ledger is restored to an earlier point', () => {
  const begunAt = new Date();
  const system = forTests(() => startRestorableSystem({}));
  const client = forTests(() => clientOf(system));

  test(
    'the page brings back every booking and decision, and nothing is credited or returned twice',
    async () => {
      const before = await client.deposit(10_000);
      await client.refund(before.charge, 1_000);
      const canceled = await client.create(700);
      await client.cancel(canceled);
      const surplus = await client.deposit(2_000, { value: 2_500 });
      const [first = '', second = '', third = ''] = await suspended(
        system,
        client,
        [900, 800, 600],
      );
      await eventually(async () => expect((await client.balance()).suspense).toBe(500), PATIENT);

      const restoredTo = await system.snapshot('ledger');

      const after = await client.deposit(20_000);
      const settled = await client.refund(after.charge, 3_000);
      await eventually(async () => {
        const [refund] = await client.refundsOf(after.charge);
        expect(refund).toMatchObject({ id: settled.id, status: 'SETTLED' });
      }, PATIENT);
      await client.returnByBank(before.endToEndId, 9_000);
      await client.returnByBank(surplus.endToEndId, 500);
      const accountId = await ownAccount(system);
      await decide(system, 'credit', first);
      await decide(system, 'refund', second);
      await eventually(
        async () => expect(await client.balance()).toMatchObject({ suspense: 0 }),
        PATIENT,
      );
      await eventually(async () => {
        const [returned] = await client.refundsOf(before.charge);
        expect(returned).toMatchObject({ value: 9_000, status: 'SETTLED' });
      }, PATIENT);
      const balance = await eventually(async () => {
        const now = await client.balance();
        // 20,000 - 1% - 3,000, and 900 from suspense, less what the bank took.
        expect(now.available).toBe(10_000 - 100 - 1_000 + 1_980 + 19_800 - 3_000 + 900 - 9_000);
        return now;
      }, PATIENT);

      const restoredAt = new Date();
      await followPage(system, 'ledger', { restoredTo });

      await eventually(async () => expect(await client.balance()).toEqual(balance), PATIENT);
      await expectSettled(system, client, begunAt);
      // As the background auditor, whose next stretch begins after the events of what was lost.
      await expectSettled(system, client, restoredAt);
      const credit = await system.operator(
        ...['suspense', 'credit', second, '--account', accountId, '--reason', 'drill'],
      );
      expect(credit.code).toBe(1);
      expect(await undecided(system)).toMatchObject([{ exceptionId: third }]);
      expectOneIdPerEvent(client, [before.charge.id, after.charge.id, surplus.charge.id]);
    },
    DRILL_MAX_MS,
  );

  function expectOneIdPerEvent(of: Client, chargeIds: readonly string[]): void {
    for (const chargeId of chargeIds) {
      const ids = of.eventsAbout('DEPOSIT_ASSET_SUCCESS', chargeId).map(({ id }) => id);
      expect(new Set(ids).size).toBe(1);
    }
  }
});
