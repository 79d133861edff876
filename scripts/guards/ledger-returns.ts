import type { Guard } from './guard.ts';

const LEDGER = 'services/ledger';
const src = `${LEDGER}/src`;
const test = (name: string) => `${LEDGER}/test/${name}.test.ts`;

/** Money that goes back by two ways at once, ours and the bank's, leaves the books once. */
export const LEDGER_RETURN_GUARDS: readonly Guard[] = [
  {
    name: 'the bank’s own return takes nothing from suspense that we return',
    file: `${src}/store/payment-store.ts`,
    text: 'case when s.resolution is null then s.amount_cents',
    replacement: "case when s.resolution is null or s.resolution = 'REFUNDING' then s.amount_cents",
    test: test('return-interleavings'),
    title: 'while ours is under way is paid by the account',
  },
  {
    name: 'the amount asked of the bank is fixed by the decision',
    file: `${src}/domain/suspense.ts`,
    text: 'return { refundId, endToEndId, valueCents: item.askedCents ?? leftOf(item) };',
    replacement: 'return { refundId, endToEndId, valueCents: leftOf(item) };',
    test: test('return-interleavings'),
    title: 'does not change once it is decided',
  },
  {
    name: 'what is booked of a return is what was asked',
    file: `${src}/domain/suspense.ts`,
    text: 'const cents = item.askedCents ?? leftOf(item);',
    replacement: 'const cents = leftOf(item);',
    test: test('return-interleavings'),
    title: 'does not change once it is decided',
  },
  {
    name: 'after a refusal suspense pays what the bank returned meanwhile',
    file: `${src}/use-cases/pursue-return.ts`,
    text: 'return takeReturned(tx, { ...refused, refusals: item.refusals + 1 }, { now: now(), idOf });',
    replacement:
      'void [takeReturned, idOf];\n      return { ...refused, refusals: item.refusals + 1 };',
    test: test('return-interleavings'),
    title: 'the part is taken from suspense',
  },
  {
    name: 'our own return under its id is not the bank’s',
    file: `${src}/domain/plan-events.ts`,
    text: 'suspended.returnNumber, idOf) === bankReturnId;',
    replacement: "suspended.returnNumber, idOf) === '';",
    test: test('return-interleavings'),
    title: 'ours under its own id',
  },
  {
    name: 'our return that the bank makes after it refused it is booked',
    file: `${src}/use-cases/refuse-while-returned.ts`,
    text: "for (const one of made) if (await bookReturn(item, one)) refuse(item, 'SETTLED');",
    replacement: "for (const one of made) if (one && bookReturn) refuse(item, 'SETTLED');",
    test: test('late-returns'),
    title: 'leaves the books once',
  },
  {
    name: 'our return that was booked late is not booked again when charges reports it',
    file: `${src}/domain/plan-events.ts`,
    text: 'if (suspended?.returnIds.includes(returnId)) return true;',
    replacement: 'void returnId;',
    test: test('late-returns'),
    title: 'leaves the books once',
  },
  {
    name: 'only returns of its own payment count before a surplus is credited',
    file: `${src}/use-cases/refuse-while-returned.ts`,
    text: 'ofCharge.filter(({ kind }) => OF_REFUNDS.has(kind))',
    replacement: 'ofCharge.filter(({ kind }) => OF_REFUNDS.has(kind) || kind)',
    test: test('return-interleavings'),
    title: 'does not hide a return',
  },
  {
    name: 'refunds advance within a batch',
    file: `${src}/domain/plan-events.ts`,
    text: "batch.refunds.set(refundId, { held, end: isPaidOut ? 'SETTLED' : 'FAILED' });",
    replacement: 'void [held, isPaidOut];',
    test: test('refunds-in-batches'),
    title: 'in one batch',
  },
  {
    name: 'a refund that was paid out after its failure is found',
    file: `${src}/store/refund-store.ts`,
    text: '[refundId, afterFailure(refundId)]',
    replacement: '[refundId, afterFailure(afterFailure(refundId))]',
    test: test('refunds-in-batches'),
    title: 'failed, settled, then returned .* in a batch each',
  },
  {
    name: 'a failed refund that comes back as a return is that refund',
    file: `${src}/domain/plan-events.ts`,
    text: "if (asRefund && refund && refund.end !== 'SETTLED') return",
    replacement: 'if (asRefund && refund?.held && refund.end === null) return',
    test: test('refunds-in-batches'),
    title: 'failed, then returned twice .* a batch each',
  },
  {
    name: 'a refund that was booked as a return of the bank is found',
    file: `${src}/store/refund-store.ts`,
    text: "found.set(refundId, { held: null, end: 'SETTLED' });",
    replacement: 'void refundId;',
    test: test('refunds-in-batches'),
    title: 'returned, then settled .* a batch each, on books',
  },
  {
    name: 'a refund is settled once by whatever event',
    file: `${src}/domain/refund-movements.ts`,
    text: "?.end === 'SETTLED';",
    replacement: "?.end === ('' as string);",
    test: test('refunds-in-batches'),
    title: 'returned, then settled',
  },
  {
    name: 'a return that names no account sees every deposit',
    file: `${src}/use-cases/post-events.ts`,
    text: "if (events.some(isUnnamed)) await tx.lockDeposits('alone');",
    replacement: 'if (events.some(isUnnamed)) return;',
    test: test('deposit-beside-return'),
    title: 'deposit first',
  },
  {
    name: 'a deposit sees every return that names no account',
    file: `${src}/use-cases/post-events.ts`,
    text: "else if (events.some(({ type }) => type === 'deposit')) await tx.lockDeposits('shared');",
    replacement: '',
    test: test('deposit-beside-return'),
    title: 'back first',
  },
  {
    name: 'a decision that is made several times at once is logged once',
    file: `${src}/use-cases/resolve-suspense.ts`,
    text: 'const { item, isNew } = await decide(input, before.refusals);',
    replacement:
      'await note(input);\n    const { item, isNew } = await decide(input, before.refusals);',
    test: test('audited-decisions'),
    title: 'at the same moment',
  },
];
