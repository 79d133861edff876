import fc from 'fast-check';

/** Charges, payments and suspended payments are named by a number: of those there are, modulo. */
export type Command =
  | {
      readonly kind: 'create';
      readonly account: number;
      readonly value: number;
      readonly expiresSoon: boolean;
    }
  | ({ readonly kind: 'deposit'; readonly account: number; readonly value: number } & Payer)
  | ({ readonly kind: 'pay'; readonly charge: number; readonly isAwaited: boolean } & Payer)
  | { readonly kind: 'pay-unknown'; readonly value: number }
  | { readonly kind: 'cancel' | 'read'; readonly charge: number }
  | {
      readonly kind: 'refund';
      readonly charge: number;
      readonly part: number;
      readonly isRepeated: boolean;
    }
  | {
      readonly kind: 'return';
      readonly payment: number;
      readonly part: number;
      readonly notify: boolean;
      readonly natureza: string;
    }
  | {
      readonly kind: 'decide';
      readonly item: number;
      readonly decision: 'credit' | 'refund';
      readonly account: number;
    }
  | {
      readonly kind: 'fault';
      readonly operation: string;
      readonly fault: string;
      readonly count: number;
      readonly ms?: number;
    }
  | { readonly kind: 'expire' | 'republish' | 'settle' }
  | { readonly kind: 'recheck'; readonly payment: number }
  | { readonly kind: 'reread'; readonly group: string }
  | { readonly kind: 'crash'; readonly service: string };

type Payer = {
  readonly amount: 'exact' | 'too much' | 'too little';
  readonly times: number;
  readonly notify: boolean;
  readonly secondsAgo: number;
};

const RESTORED = ['charges', 'ledger', 'webhooks', 'event log'] as const;

export type History = {
  readonly before: readonly Command[];
  /** What the restored database, or the lost stretch of the event log, knows nothing of. */
  readonly lost: readonly Command[];
  readonly after: readonly Command[];
  readonly restored: (typeof RESTORED)[number] | null;
};

export const ACCOUNTS = 2;
const NUMBER_MAX = 20;
const CALLS = [
  'put-cob',
  'get-cob',
  'patch-cob',
  'list-pix',
  'get-pix',
  'put-devolucao',
  'get-devolucao',
];
const CALL_FAULTS = ['500', '503', '500-after', 'reset', 'timeout', 'malformed'];

const account = fc.nat(ACCOUNTS - 1);
const value = fc.constantFrom(1, 2, 50, 99, 100, 1_000, 4_321, 10_000);
const some = fc.nat(NUMBER_MAX);
/** Of what is left, in percent. */
const part = fc.constantFrom(1, 33, 50, 100, 100);
const notify = fc.constantFrom(true, true, false);

const payer = {
  amount: fc.constantFrom('exact', 'exact', 'exact', 'too much', 'too little'),
  times: fc.constantFrom(1, 1, 1, 1, 2),
  notify,
  secondsAgo: fc.constantFrom(0, 0, 0, 90, 400),
} as const;

const fault = fc.oneof(
  fc.record({
    operation: fc.constantFrom(...CALLS),
    fault: fc.constantFrom(...CALL_FAULTS),
    count: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    operation: fc.constant('list-pix'),
    fault: fc.constantFrom('page-twice', 'listed-twice'),
    count: fc.constant(2),
  }),
  fc.record({
    operation: fc.constant('callback'),
    fault: fc.constantFrom('repeat', 'reorder', 'forget'),
    count: fc.constant(2),
  }),
  fc.record({
    operation: fc.constant('settle-refund'),
    fault: fc.constantFrom('fail', 'fail', 'delay'),
    count: fc.constant(1),
    ms: fc.constant(4_000),
  }),
);

function command<Kind extends Command['kind'], Fields extends object>(
  weight: number,
  kind: Kind,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) {
  return {
    weight,
    arbitrary: fc.record({ kind: fc.constant(kind), ...fields }) as fc.Arbitrary<Command>,
  };
}

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  command(4, 'create', { account, value, expiresSoon: fc.boolean() }),
  command(8, 'deposit', { account, value, ...payer }),
  command(6, 'pay', { charge: some, isAwaited: fc.boolean(), ...payer }),
  command(2, 'pay-unknown', { value }),
  command(3, 'cancel', { charge: some }),
  command(2, 'read', { charge: some }),
  command(8, 'refund', { charge: some, part, isRepeated: fc.boolean() }),
  command(6, 'return', {
    payment: some,
    part,
    notify,
    natureza: fc.constantFrom('MED_FRAUDE', 'MED_OPERACIONAL'),
  }),
  command(6, 'decide', { item: some, decision: fc.constantFrom('credit', 'refund'), account }),
  { weight: 4, arbitrary: fault.map((made) => ({ kind: 'fault', ...made }) as const) },
  command(1, 'expire', {}),
  command(2, 'settle', {}),
  command(2, 'recheck', { payment: some }),
  command(1, 'republish', {}),
  command(1, 'reread', { group: fc.constantFrom('ledger', 'webhooks') }),
  command(1, 'crash', { service: fc.constantFrom('charges', 'ledger', 'webhooks', 'gateway') }),
);

/** So that there is something to refund, to return and to lose. */
const firstDeposit = command(1, 'deposit', { account, value, ...payer }).arbitrary;
const commands = (maxLength: number) =>
  fc.array(anyCommand, { minLength: 1, maxLength, size: 'max' });

export const anyHistory: fc.Arbitrary<History> = fc.record({
  before: fc.tuple(firstDeposit, commands(9)).map(([first, others]) => [first, ...others]),
  lost: commands(10),
  after: commands(5),
  restored: fc.constantFrom(null, ...RESTORED),
});

/** One line, as it is printed when a history fails. */
export function lineOf({ kind, ...fields }: Command): string {
  const words = Object.entries(fields).map(([name, field]) => `${name} ${field}`);
  return [kind, ...words].join(', ');
}
