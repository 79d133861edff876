import { randomBytes } from 'node:crypto';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { measureLedger } from './ledger.ts';
import { tinyRun } from './tiny-run.ts';

/** A few batches: a rate is measured between them. */
const TINY = { credits: 3_000, rounds: 1, warmUps: 0, storedEntries: 300 };

describeNeeding(['postgres'], 'the bench of the ledger', () => {
  it('measures every figure, so that it is there when it is needed', async () => {
    const name = `bench_${randomBytes(6).toString('hex')}`;

    const rows = await measureLedger(tinyRun({ ledger: TINY }), undefined, name);

    expect(rows.map(({ name: title }) => title)).toEqual([
      'credits, 10,000 accounts',
      'credits, 300 entries stored (floor: none)',
      'credits, one account',
    ]);
    for (const { ratio } of rows) expect(ratio).toBeGreaterThan(0);
  }, 60_000);
});
