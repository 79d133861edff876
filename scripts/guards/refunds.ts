import type { Guard } from './guard.ts';

const CHARGES = 'services/charges';
const src = `${CHARGES}/src`;
const test = (name: string) => `${CHARGES}/test/${name}.test.ts`;

/** Money that goes back: refunds of clients, and returns of the bank. */
export const REFUND_GUARDS: readonly Guard[] = [
  {
    name: 'a return of the bank that settles after it failed is announced',
    file: `${src}/domain/bank-return.ts`,
    text: 'if (recorded.status === ReturnStatus.Failed) return status === ReturnStatus.Settled;',
    replacement: '',
    test: test('bank-returns'),
    title: 'after it had failed counts',
  },
  {
    name: 'a return is looked at whatever its amount is',
    file: `${src}/clients/bank-refund.ts`,
    text: '...toRefund(known), valueCents',
    replacement: '...asAsked(refund, known), valueCents',
    test: test('return-payment'),
    title: 'whatever amount is named',
  },
  {
    name: 'refunds under way are counted',
    file: `${src}/domain/refund.ts`,
    text: 'charge.value - charge.refundedCents - underWayCents;',
    replacement: 'charge.value - charge.refundedCents - 0 * underWayCents;',
    test: test('refund'),
    title: 'partial refunds add up',
  },
  {
    name: 'ledger holds before a refund',
    file: `${src}/use-cases/pursue-refund.ts`,
    text: 'refund.held ? refund : await hold(refund);',
    replacement: '(void hold, { ...refund, held: true });',
    test: test('refund'),
    title: 'a balance that does not cover it',
  },
  {
    name: 'only a real refusal fails a refund',
    file: `${src}/clients/bank-refund.ts`,
    text: 'if (!refusal) throw error;',
    replacement:
      "if (!refusal) return { status: RefundStatus.Failed, settledAt: null, failure: 'unavailable', isRefusal: true };",
    test: test('refund-outage'),
    title: 'whatever is unavailable',
  },
  {
    name: 'refunds have a budget of their own',
    file: `${src}/clients/bank.ts`,
    text: "if (!mayRefund()) throw budgetSpent('refund');",
    replacement: 'void mayRefund;',
    test: test('bank-budgets'),
    title: 'a refund above its budget',
  },
  {
    name: '201 once a refund is committed',
    file: `${src}/use-cases/refund-charge.ts`,
    text: 'await waiting.orElse(pursue(refund), refund)',
    replacement: '(void waiting, await pursue(refund))',
    test: test('refund-outage'),
    title: 'whatever is unavailable',
  },
  {
    name: 'Idempotency-Key is required on refunds (charges)',
    file: `${src}/domain/client-text.ts`,
    text: "throw fieldError('Idempotency-Key', 'is required for a refund', {",
    replacement:
      "if (!idempotency) return { key: String(Math.random()), fingerprint: '' };\n  throw fieldError('Idempotency-Key', 'is required for a refund', {",
    test: test('refund'),
    title: 'without an Idempotency-Key',
  },
  {
    name: 'a refusal ends only a refund that nobody took further',
    file: `${src}/store/refund-store.ts`,
    text: 'and ($6::integer is null or (attempt = $6 and held = $7))',
    replacement: 'and ($6::integer is null or $7::boolean is not null)',
    test: test('refund-races'),
    title: 'a refusal that comes late',
  },
  {
    name: 'markHeld only while a refund is under way',
    file: `${src}/store/refund-store.ts`,
    text: "held = true where id = $1 and status = 'PROCESSING'`",
    replacement: 'held = true where id = $1`',
    test: test('refund-races'),
    title: 'by a hold that comes late',
  },
  {
    name: 'returns of the last 100 days are listed',
    file: `${src}/use-cases/track-returns.ts`,
    text: 'const LOOK_BACK_MS = 100 * 86_400_000;',
    replacement: 'const LOOK_BACK_MS = 70 * 86_400_000;',
    test: test('bank-returns'),
    title: '80 days ago',
  },
  {
    name: 'refundedValue never exceeds the value',
    file: `${src}/store/return-store.ts`,
    text: 'Math.min(charge.value, charge.refundedCents + chargeCents)',
    replacement: 'charge.refundedCents + chargeCents',
    test: test('bank-returns'),
    title: 'never takes refundedValue above the value',
  },
  {
    name: 'requested returns are not returns of the bank',
    file: `${src}/domain/bank-return.ts`,
    text: "return kind === 'REQUESTED' || status !== ReturnStatus.Failed;",
    replacement: "return kind !== 'REQUESTED' && status !== ReturnStatus.Failed;",
    test: test('bank-returns'),
    title: 'are not the bank’s own',
  },
  {
    name: 'lost refunds of a charge come back before a new one',
    file: `${src}/use-cases/refund-charge.ts`,
    text: 'if (await charges.isRestored(charge.id)) await recover(charge.id);',
    replacement: 'void recover;',
    test: test('recover-refunds'),
    title: 'all that is left',
  },
  {
    name: 'a recovered refund is compared with the request',
    file: `${src}/use-cases/refund-charge.ts`,
    text: 'if (recovered && !isAskedFor(recovered, input, chargeId)) throw keyReused();',
    replacement: 'void isAskedFor;',
    test: test('recover-refunds'),
    title: 'refused for another value',
  },
  {
    name: 'one refund that cannot be recovered holds up no other',
    file: `${src}/use-cases/recover-refunds.ts`,
    text: "if (problem) return { state: 'FAILED', problem };",
    replacement: "if (problem === '') return { state: 'FAILED', problem };",
    test: test('recover-refunds'),
    title: 'too little is reported',
  },
];
