import { randomBytes } from 'node:crypto';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { requiredAddress } from '@entrada/platform/testing/environment';
import type { BenchRun } from './bench-run.ts';
import { measureLedger } from './ledger.ts';
import { QUICK } from './plan.ts';

/** A few batches: a rate is measured between them. */
const TINY = { credits: 3_000, rounds: 1, warmUps: 0, storedEntries: 300 };

describeNeeding(['postgres'], 'the bench of the ledger', () => {
  it('measures every figure, so that it is there when it is needed', async () => {
    const name = `bench_${randomBytes(6).toString('hex')}`;

    const rows = await measureLedger(tinyRun(), undefined, name);

    expect(rows.map(({ name: title }) => title)).toEqual([
      'credits, 10,000 accounts',
      'credits, 300 entries stored (floor: none)',
      'credits, one account',
    ]);
    for (const { ratio } of rows) expect(ratio).toBeGreaterThan(0);
  }, 60_000);
});

function tinyRun(): BenchRun {
  const adminUrl = requiredAddress('TEST_POSTGRES_URL');
  const failing = new AbortController();
  return {
    plan: { ...QUICK, ledger: TINY },
    postgres: {
      adminUrl,
      url: (database) => Object.assign(new URL(adminUrl), { pathname: database }).href,
    },
    say: () => {},
    signal: failing.signal,
    fail: (why) => failing.abort(new Error(why)),
    env: {},
  };
}
