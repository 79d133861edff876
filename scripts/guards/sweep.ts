import type { Guard } from './guard.ts';

const src = 'services/charges/src';
const test = (name: string) => `services/charges/test/${name}.test.ts`;
const PIX = 'packages/pix/src/client';

/** The sweep never stops, and misses nothing. */
export const SWEEP_GUARDS: readonly Guard[] = [
  {
    name: 'a payment is set aside instead of stopping the sweep',
    file: `${src}/use-cases/take-in-page.ts`,
    text: 'const aside = setAsideFailed(payment,',
    replacement: 'if (error) throw error;\n      const aside = setAsideFailed(payment,',
    test: test('sweep-never-stops'),
    title: 'whose look-up always fails .500.',
  },
  {
    name: 'a list that does not match its count is taken in',
    file: `${PIX}/list-pix.ts`,
    text: "return listed === counted || seen === counted ? null : 'count-mismatch';",
    replacement:
      "if (listed === counted || seen === counted) return null;\n  throw new Error('count');",
    test: 'packages/pix/test/list-pix.test.ts',
    title: 'is read whole, and flagged',
  },
  {
    name: 'a window that is too large is halved',
    file: `${PIX}/list-window.ts`,
    text: 'if (toMs - fromMs <= WINDOW_MIN_MS ||',
    replacement: 'if (toMs - fromMs >= -WINDOW_MIN_MS ||',
    test: 'packages/pix/test/large-windows.test.ts',
    title: 'is halved until each part can be read',
  },
  {
    name: 'circuit breaker per operation',
    file: `${PIX}/calls.ts`,
    text: 'circuits.get(operation) ??',
    replacement: '[...circuits.values()][0] ??',
    test: 'packages/pix/test/circuit.test.ts',
    title: 'failing reads do not block the creation of charges',
  },
  {
    name: 'slow second pass over the last days',
    file: `${src}/use-cases/sweep-late.ts`,
    text: 'await takeIn(page);',
    replacement: 'void [page, takeIn];',
    test: test('late-payments'),
    title: 'lists days late',
  },
  {
    name: 'EXPIRED charges are asked about again when read',
    file: `${src}/use-cases/get-charge.ts`,
    text: 'return mayBePaidLate(charge, now);',
    replacement: 'return mayBePaidLate(charge, now) && false;',
    test: test('late-payments'),
    title: 'an expired charge is asked about',
  },
  {
    name: 'clocks may be 30 minutes apart',
    file: `${src}/domain/sweep-window.ts`,
    text: 'const CLOCKS_APART_MAX_MS = 2_400_000;',
    replacement: 'const CLOCKS_APART_MAX_MS = 0;',
    test: test('late-payments'),
    title: 'clock is half an hour',
  },
  {
    name: 'watermark is at or below now',
    file: `${src}/domain/sweep-window.ts`,
    text: 'Math.min(watermark?.getTime() ?? nowMs, nowMs);',
    replacement: 'watermark?.getTime() ?? nowMs;',
    test: test('sweep'),
    title: 'a clock that is set back',
  },
  {
    name: '60 seconds of doubt for an unknown txid',
    file: `${src}/domain/unclear.ts`,
    text: 'const NO_CHARGE_YET_MS = 60_000;',
    replacement: 'const NO_CHARGE_YET_MS = 0;',
    test: test('recheck'),
    title: 'its charge cannot be in the making',
  },
  {
    name: 'lease is released after a failed sweep',
    file: 'packages/platform/src/db/job-store.ts',
    text: 'if (isFinished) return;',
    replacement: 'if (isFinished || retryAfterMs > 0) return;',
    test: test('long-sweep'),
    title: 'a sweep that fails comes again',
  },
  {
    name: 'a callback hint that fails holds up no other',
    file: `${src}/use-cases/notify-payments.ts`,
    text: '(error: unknown) => [error],',
    replacement: 'undefined,',
    test: test('bank-faults'),
    title: 'in a batch of callback hints',
  },
  {
    name: 'an overdue charge that the bank does not know is asked about less often',
    file: `${src}/use-cases/check-overdue.ts`,
    text: "if (error.code === 'BAD_UPSTREAM') return;",
    replacement: '',
    test: test('overdue'),
    title: 'overdue and unknown to the bank',
  },
  {
    name: 'after an outage the sweep reaches back as far as clocks can be apart',
    file: `${src}/domain/sweep-window.ts`,
    text: 'keepsUp ? OVERLAP_MS : REACH_BACK_MS',
    replacement: 'keepsUp ? OVERLAP_MS : OVERLAP_MS',
    test: test('late-payments'),
    title: 'after an outage of an hour',
  },
  {
    name: 'jobs that every replica shares report when they were done',
    file: `${src}/transport/background.job.ts`,
    text: 'finished(name);',
    replacement: 'void [finished, name];',
    test: test('overdue'),
    title: 'were last looked after is measured',
  },
];
