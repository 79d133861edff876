import { requiredAddress } from '@entrada/platform/testing/environment';
import type { BenchRun } from './bench-run.ts';
import { type Plan, QUICK } from './plan.ts';

/** A run so small that a test can wait for it, on the Postgres of the tests. */
export function tinyRun(plan: Partial<Plan>): BenchRun {
  const adminUrl = requiredAddress('TEST_POSTGRES_URL');
  const failing = new AbortController();
  return {
    plan: { ...QUICK, ...plan },
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
