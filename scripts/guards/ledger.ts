import type { Guard } from './guard.ts';

const LEDGER = 'services/ledger';
const src = `${LEDGER}/src`;
const test = (name: string) => `${LEDGER}/test/${name}.test.ts`;
const ONE_BOOKING = `${LEDGER}/migrations/0008_returns_and_owed.sql`;

/** One payment, one booking; and nobody owes or holds what is not so. */
export const LEDGER_GUARDS: readonly Guard[] = [
  {
    name: 'what is owed is repaid first',
    file: `${src}/domain/book.ts`,
    text: 'bookRepayments(batch, movement, movementIndex);',
    replacement: 'void bookRepayments;',
    test: test('returns'),
    title: 'later credits repay it first',
  },
  {
    name: 'a return is booked once (ledger)',
    file: `${src}/domain/plan-events.ts`,
    text: "if (refund?.end === 'SETTLED' || isOwnReturn(bankReturn, before, idOf)) {",
    replacement: 'if (isOwnReturn(bankReturn, before, idOf)) {',
    test: test('returns'),
    title: 'is not booked again',
  },
  {
    name: 'a hold is refused after its refund has ended',
    file: `${src}/use-cases/hold-refund.ts`,
    text: "if (known?.end === 'FAILED') throw hasFailed();",
    replacement: 'void hasFailed;',
    test: test('refunds'),
    title: 'a hold that comes after its refund has failed',
  },
  {
    name: 'one booking of a payment: table of the domain',
    file: `${src}/domain/plan-events.ts`,
    text: 'if (problem) throw new Unbookable(event, problem);',
    replacement: 'void [problem, event];',
    test: test('one-booking'),
    title: 'a payment that is booked as DEPOSIT',
  },
  {
    name: 'unique index ledger_transaction_payment',
    file: ONE_BOOKING,
    text: 'create unique index ledger_transaction_payment',
    replacement: 'create index ledger_transaction_payment',
    test: test('one-booking'),
    title: 'the database itself refuses DEPOSIT',
  },
  {
    name: 'unique index ledger_transaction_exception',
    file: ONE_BOOKING,
    text: 'create unique index ledger_transaction_exception',
    replacement: 'create index ledger_transaction_exception',
    test: test('one-booking'),
    title: 'the database itself refuses OVERPAID',
  },
  {
    name: 'a checkpoint under an unknown key is broken',
    file: `${src}/clients/signing-key.ts`,
    text: 'if (!publicKey) return `key',
    replacement: 'if (!publicKey) return null;\n    if (!publicKey) return `key',
    test: test('verify'),
    title: 'under a key that nobody knows',
  },
  {
    name: 'bank is asked about returns of ours before a suspense credit',
    file: `${src}/use-cases/refuse-while-returned.ts`,
    text: 'await refuseLater(item);',
    replacement: 'void refuseLater;',
    test: test('restored-suspense'),
    title: 'books that forgot a return',
  },
  {
    name: 'bank is asked about its own returns before a suspense credit',
    file: `${src}/use-cases/refuse-while-returned.ts`,
    text: 'await refuseReturnedByBank(item);',
    replacement: 'void refuseReturnedByBank;',
    test: test('restored-suspense'),
    title: 'books that do not know of a return',
  },
];
