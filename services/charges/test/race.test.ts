import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { chargesUnderTest, type UnderTest } from './charges-under-test.ts';

const CHARGES = 200;
const AT_ONCE = 20;

const charges = forTests(() =>
  chargesUnderTest({ SWEEP_EVERY_MS: '50', PROVIDER_POLLS_PER_SECOND: '100000' }),
);

async function inTurns<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>) {
  const results: R[] = [];
  for (let first = 0; first < items.length; first += AT_ONCE) {
    const some = items.slice(first, first + AT_ONCE);
    results.push(...(await Promise.all(some.map((item, index) => work(item, first + index)))));
  }
  return results;
}

type CreatedCharge = Awaited<ReturnType<UnderTest['create']>>;

/** A payer, a query, a callback, a cancellation and the sweep meet on one charge. */
async function everythingAtOnce(charge: CreatedCharge, other: UnderTest['rpc']) {
  const paying = charges.bank.pay(charge.emv, { notify: false }).then(
    () => true,
    () => false,
  );
  const [paid, canceled] = await Promise.all([
    paying,
    charges.cancel(charge).then(
      () => true,
      () => false,
    ),
    charges.statusOf(charge),
    other.getCharge(charge),
    paying.then(() => charges.callBack(charge)),
  ]);
  return { charge, paid, canceled };
}

test('query, sweep, callback and cancellation at once on 200 charges: one outcome each', async () => {
  await using replica = await charges.startAnother();
  const created = await inTurns(Array.from({ length: CHARGES }), () => charges.create());

  const outcomes = await inTurns(created, (charge) => everythingAtOnce(charge, replica.rpc));
  await eventually(async () => {
    const { rows } = await charges.db.query(`select count(*) from charge where status = 'PENDING'`);
    expect(rows[0].count).toBe(0);
  });

  for (const { charge, paid, canceled } of outcomes) {
    const { status } = await charges.stored(charge.id);
    expect(status).toBe(paid ? 'COMPLETED' : 'CANCELED');
    expect(canceled).toBe(!paid);
    expect(await charges.historyOf(charge.id)).toEqual([`PENDING -> ${status}`]);
    expect(await charges.outboxOf(charge.id)).toHaveLength(1);
  }
  const { payments } = await charges.bank.truth();
  const { rows } = await charges.db.query('select end_to_end_id from payment');
  expect(rows.map((row) => row.end_to_end_id).sort()).toEqual(
    payments.map(({ endToEndId }) => endToEndId).sort(),
  );
  expect(outcomes.some(({ paid }) => paid)).toBe(true);
});
