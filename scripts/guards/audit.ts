import type { Guard } from './guard.ts';

const LEDGER = 'services/ledger';
const src = `${LEDGER}/src`;
const test = (name: string) => `${LEDGER}/test/${name}.test.ts`;

/** Receipts, the auditor, and the repair of what an earlier version booked. */
export const AUDIT_GUARDS: readonly Guard[] = [
  {
    name: 'a changed return makes its receipt prove nothing',
    file: `${src}/domain/receipt.ts`,
    text: 'if (ofReturn) return `return',
    replacement: 'if (ofReturn === undefined) return `return',
    test: test('receipts'),
    title: 'a return that was changed, listed twice',
  },
  {
    name: 'a return of a receipt is what its transaction says',
    file: `${src}/domain/receipt.ts`,
    text: 'if (one.value !== value || one.origin',
    replacement: 'if (one.origin',
    test: test('receipts'),
    title: 'a return that was changed, listed twice',
  },
  {
    name: 'an old open hold is found by the incremental auditor',
    file: `${src}/use-cases/run-audit.ts`,
    text: 'auditEvents(needs), auditHolds(needs)]',
    replacement: 'auditEvents(needs)];\n  void [auditHolds]',
    test: test('audit-holds'),
    title: 'a hold that stays open',
  },
  {
    name: 'a hold is looked at when it is a day old',
    file: `${src}/use-cases/audit-holds.ts`,
    text: 'from: longAgo(from), to: longAgo(to)',
    replacement: 'from, to',
    test: test('audit-holds'),
    title: 'a hold that stays open',
  },
  {
    name: 'a settlement without a hold is a violation',
    file: `${src}/use-cases/audit-holds.ts`,
    text: 'for (const one of settled) report(settledUnheld(one));',
    replacement: 'void [settled, settledUnheld];',
    test: test('audit-holds'),
    title: 'a settlement without a hold',
  },
  {
    name: 'a decision about a suspended payment is announced',
    file: `${src}/use-cases/post-resolution.ts`,
    text: 'await tx.post({ ...result, published });',
    replacement: 'void published;\n  await tx.post(result);',
    test: test('resolved-events'),
    title: 'a decision to credit is announced once',
  },
  {
    name: 'a decision about a suspended payment and its event commit together',
    file: `${src}/use-cases/resolve-suspense.ts`,
    text: 'if (creditedTo !== null) await postResolution(tx, decided, { now: at, idOf });',
    replacement:
      'if (creditedTo !== null) await transact((other) => postResolution(other, decided, { now: at, idOf }));',
    test: test('resolved-events'),
    title: 'a decision that fails at its last step',
  },
  {
    name: 'a refund of a suspended payment is known by its ids at the bank',
    file: `${src}/store/booked-return-store.ts`,
    text: 'return suspenseReturnIds(reference, idOf);',
    replacement: 'return suspenseReturnIds(reference, idOf).slice(99);',
    test: test('reconcile-suspense'),
    title: 'none on which they agree',
  },
  {
    name: 'a refund of a suspended payment that the bank never paid is reported',
    file: `${src}/use-cases/reconcile-returns.ts`,
    text: 'if (problem) report(problem);',
    replacement: 'void problem;',
    test: test('reconcile-suspense'),
    title: 'that the bank never paid',
  },
  {
    name: 'a refund of a suspended payment that the books lack is reported',
    file: `${src}/use-cases/reconcile-returns.ts`,
    text: 'left.forEach(report);',
    replacement: 'void report;',
    test: test('reconcile-suspense'),
    title: 'and the books lack',
  },
];
