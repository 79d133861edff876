import { randomUUID } from 'node:crypto';
import type { CreatedDeposit as Charge } from '@entrada/client/deposits';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { newHolder } from '../e2e/system-under-test.ts';
import { type Client, clientOf } from './client.ts';
import { followPage } from './follow-page.ts';
import { passDoubt } from './pass-time.ts';
import { DRILL_MAX_MS, PATIENT } from './patience.ts';
import { type RestorableSystem, startRestorableSystem } from './restorable-system.ts';
import { expectSettled } from './settled.ts';
import { decide, suspended, undecided } from './suspense.ts';

describeNeeding(['postgres'], 'charges is restored to an earlier point', () => {
  const begunAt = new Date();
  const system = forTests(() => startRestorableSystem({}));
  const client = forTests(() => clientOf(system));

  test(
    'the page brings back charges that were paid and their refunds, and no money moves twice',
    async () => {
      const before = await client.deposit(10_000);
      await client.refund(before.charge, 1_000);
      await client.cancel(await client.create(700));
      const paidLater = await client.create(3_000);
      const canceledLater = await client.create(4_000);
      const paidWhileRefused = await client.create(1_500);
      const expiredBefore = await client.create(1_100);
      const expiredAfter = await client.create(1_200);
      await expire(system, client, expiredBefore);
      await using holder = await newHolder(system.system);
      const debtor = clientOf({ ...system, holder });
      const owedBefore = await debtor.deposit(1_000);
      await debtor.refund(owedBefore.charge, 900);
      await debtor.returnByBank(owedBefore.endToEndId, 100);
      await eventually(async () => {
        expect(await debtor.balance()).toMatchObject({ available: 0, owed: 10 });
      }, PATIENT);

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
      await client.cancel(canceledLater);
      const paidCanceled = await client.pay(canceledLater, { force: true });
      await expire(system, client, expiredAfter);
      const owedAfter = await debtor.deposit(2_000);
      await debtor.refund(owedAfter.charge, 1_900);
      await debtor.returnByBank(owedAfter.endToEndId, 100);
      await client.fail({ operation: 'settle-refund', fault: 'fail', count: 1 });
      await client.refund(after.charge, 700);
      await client.returnByBank(before.endToEndId, 2_000);
      await decide(system, 'refund', returned);
      const beforeRestore = await eventually(async () => {
        const now = await client.balance();
        const kept = 9_900 - 1_000 + 19_800 - 3_000 + 1_980 + 2_970 - 2_000;
        expect(now).toMatchObject({ available: kept, suspense: 500 + 400 + 4_000 });
        return now;
      }, PATIENT);
      await eventually(async () => {
        // 1,980 repaid the 10 that were owed; 1,900 went back, and then 100.
        expect(await debtor.balance()).toMatchObject({ available: 0, owed: 30 });
      }, PATIENT);

      await followPage(system, 'charges', {
        restoredTo,
        before: {
          "operator recover --reason 'charges restored'": async () => {
            await expectRefused('deposit', { value: 500 });
            await expectRefused(`deposit/${before.charge.paymentLinkId}/refund`, { value: 100 });
            await client.pay(paidWhileRefused);
            expect(await client.status(paidWhileRefused)).toBe('PENDING');
            expect(await client.status(before.charge)).toBe('COMPLETED');
          },
        },
      });
      await eventually(async () => {
        expect(await client.status(paidWhileRefused)).toBe('COMPLETED');
        const available = beforeRestore.available + 1_500 - 15;
        expect(await client.balance()).toEqual({ ...beforeRestore, available });
      }, PATIENT);
      const balance = await client.balance();

      for (const { charge } of [before, after, surplus]) {
        expect(await client.status(charge)).toBe('COMPLETED');
      }
      await eventually(async () => {
        expect(await client.status(canceledLater)).toBe('CANCELED');
      }, PATIENT);
      expect((await client.truth()).map(({ endToEndId }) => endToEndId)).toContain(paidCanceled);
      await eventually(async () => {
        const refunds = await client.refundsOf(after.charge);
        expect(refunds.map(({ status }) => status).sort()).toEqual(['FAILED', 'SETTLED']);
      }, PATIENT);
      expect(await client.refund(after.charge, 3_000, key)).toMatchObject({ id: refund.id });
      expect(await client.balance()).toEqual(balance);
      expect(await debtor.balance()).toMatchObject({ available: 0, owed: 30 });
      for (const late of [expiredBefore, expiredAfter]) await client.pay(late, { force: true });
      await debtor.deposit(1_000);
      await eventually(async () => {
        const available = balance.available + 1_100 + 1_200 - 11 - 12;
        expect(await client.balance()).toEqual({ ...balance, available });
        expect(await debtor.balance()).toMatchObject({ available: 990 - 30, owed: 0 });
      }, PATIENT);
      const truth = (await client.truth()).find(
        ({ endToEndId }) => endToEndId === after.endToEndId,
      );
      const paidOut = truth?.refunds.filter(({ status }) => status === 'DEVOLVIDO') ?? [];
      expect(paidOut.map(({ value }) => value)).toEqual([3_000]);
      await expectSettled(system, client, begunAt);
      for (const { id: credited } of [after.charge, paidWhileRefused]) {
        const credits = client.eventsAbout('DEPOSIT_ASSET_SUCCESS', credited);
        expect(new Set(credits.map(({ id }) => id)).size).toBe(1);
      }

      // Nobody knows the charge any more, but the payer still has its code.
      const endToEndId = await client.pay(unpaid);
      await eventually(async () => {
        await passDoubt(system);
        expect(await undecided(system)).toContainEqual(
          expect.objectContaining({ endToEndId, kind: 'UNKNOWN_TXID', amountCents: 600 }),
        );
      }, PATIENT);
    },
    DRILL_MAX_MS,
  );

  /** Through the public door, with a sentence and a time to wait. */
  async function expectRefused(path: string, body: object): Promise<void> {
    const response = await fetch(`${system.system.baseUrl}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': system.holder.apiKey,
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('30');
    expect(await response.json()).toMatchObject({
      success: false,
      code: 'unavailable',
      error: expect.not.stringMatching(/restored|operator/),
    });
  }
});

const EXPIRED_MAX_MS = 90_000;

/** The time to pay is over by our clock, while the bank still takes payments. */
async function expire(system: RestorableSystem, client: Client, charge: Charge): Promise<void> {
  await system.query(
    'charges',
    `begin;
     alter table charge disable trigger charge_is_guarded;
     update charge set expires_at = now() - interval '5 minutes', check_at = now() where id = '${charge.id}';
     alter table charge enable trigger charge_is_guarded;
     commit`,
  );
  await eventually(
    async () => {
      expect(await client.status(charge)).toBe('EXPIRED');
    },
    { timeoutMs: EXPIRED_MAX_MS },
  );
}
