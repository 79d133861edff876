import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import {
  corrupt,
  ledgerUnderTest,
  paidCharge,
  returned,
  type UnderTest,
} from '../../services/ledger/test/ledger-under-test.ts';
import { type RunningBank, runBank } from '../../test/harness/run-bank.ts';
import { runCharges } from '../../test/harness/run-charges.ts';
import { runCommand } from './run-operator.ts';

let resources: AsyncDisposableStack;
let ledger: UnderTest;
let bank: RunningBank;
let charges: Awaited<ReturnType<typeof runCharges>>;
beforeEach(async () => {
  resources = new AsyncDisposableStack();
  bank = resources.use(await runBank());
  ledger = resources.use(await ledgerUnderTest({ ...bank.env }));
  const env = { LEDGER_ADDRESS: ledger.service.address, SWEEP_EVERY_MS: '3600000' };
  charges = resources.use(await runCharges({ bank, events: ledger.events, env }));
});
afterEach(() => resources.disposeAsync());

const run = (...args: string[]) =>
  runCommand({ LEDGER_ADDRESS: ledger.service.address }, 'books', ...args);

async function read(...args: string[]) {
  const { stdout, stderr, code } = await run(...args, '--json');
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  return JSON.parse(stdout);
}

/** The cents of each account of the books, and those of the bank. */
async function figures(...args: string[]): Promise<Record<string, number>> {
  const { accounts, bank: atBank } = await read(...args);
  const sums = accounts.map(({ name, cents }: { name: string; cents: number }) => [name, cents]);
  const { receivedCents, returnedCents } = atBank;
  return { ...Object.fromEntries(sums), receivedCents, returnedCents };
}

async function paid(accountId: string, value = 5_000) {
  const { charge } = await charges.rpc.createCharge({ accountId, valueCents: 5_000 });
  if (!charge) throw new Error('no charge');
  const { endToEndId } = await bank.pay(charge.emv, { value, notify: false });
  await charges.rpc.recheckPayments({ ids: [endToEndId] });
  return { chargeId: charge.id, paymentLinkId: charge.paymentLinkId, accountId, endToEndId };
}

async function takeBack(endToEndId: string, value: number): Promise<void> {
  const order = { endToEndId, value, natureza: 'MED_FRAUDE', notify: false };
  await bank.control('return', order);
  await charges.rpc.notifyPayments({ payments: [{ endToEndId, isReturned: true }] });
}

/** An instant after all that is booked and before all that comes. */
async function betweenTwo(): Promise<string> {
  const before = Date.now();
  await eventually(() => Date.now() > before + 1);
  const between = new Date().toISOString();
  await eventually(() => Date.now() > Date.parse(between) + 1);
  return between;
}

test('the trial balance sums to zero beside the figure of the bank, now and at any time before', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  await paid(first);
  await ledger.holds(first, 4_950);
  const afterOne = await betweenTwo();
  const { endToEndId } = await paid(second);
  await ledger.holds(second, 4_950);
  await paid(second, 4_000);
  await ledger.holds(second, 4_950, 4_000);
  const afterThree = await betweenTwo();
  // More than the account has: the fee is not its own.
  await takeBack(endToEndId, 5_000);
  await ledger.holds(second, 0, 4_000, 50);

  const none = { settlement: 0, owed: 0, available: 0, suspense: 0, refunds: 0, fees: 0 };
  const one = { ...none, settlement: -5_000, available: 4_950, fees: 50 };
  expect(await figures('--at', afterOne)).toEqual({
    ...one,
    receivedCents: 5_000,
    returnedCents: 0,
  });
  expect(await figures('--at', afterThree)).toEqual({
    ...none,
    ...{ settlement: -14_000, available: 9_900, suspense: 4_000, fees: 100 },
    ...{ receivedCents: 14_000, returnedCents: 0 },
  });
  expect(await figures()).toEqual({
    ...none,
    ...{ settlement: -9_000, owed: -50, available: 4_950, suspense: 4_000, fees: 100 },
    ...{ receivedCents: 14_000, returnedCents: 5_000 },
  });
  expect(await figures('--at', '2020-01-01T00:00:00Z')).toMatchObject(none);

  const { stdout, code } = await run();
  expect(code).toBe(0);
  expect(stdout.split('\n').slice(1)).toEqual([
    'account            holders           debit          credit',
    'settlement                           90.00',
    'owed                     1            0.50',
    'available                2                           49.50',
    'suspense                 1                           40.00',
    'refunds',
    'fees                                                  1.00',
    'total                                90.50           90.50',
    'The sum is zero: debits and credits are equal.',
    'The bank lists 140.00 received and 50.00 returned: 90.00.',
    'The settlement account has the same.',
    '',
  ]);
});

test('books that do not sum to zero or differ from the bank, and what cannot be read there, are named', async () => {
  const accountId = randomUUID();
  const { chargeId, endToEndId } = await paid(accountId);
  await ledger.holds(accountId, 4_950);
  const changed = `update entry set amount_cents = amount_cents + 7 where account = 'settlement'
    and transaction_id = (select id from ledger_transaction where charge_id = $1)`;
  await corrupt(ledger.db, changed, [chargeId]);

  const { stdout, code } = await run();

  expect(code).toBe(1);
  expect(stdout).toContain('NOT ZERO: debits and credits differ by 0.07.');
  expect(stdout).toContain('DIFFERENT: the bank has 0.07 more than the settlement account.');
  const { stdout: json } = await run('--json');
  expect(JSON.parse(json)).toMatchObject({ sumCents: 7, bank: { differenceCents: 7 } });

  await bank.control('return', { endToEndId, value: 100, natureza: 'MED_FRAUDE', notify: false });
  const fault = { operation: 'list-pix', fault: 'unreadable-returns', count: 10_000 };
  await bank.control('faults', fault);

  expect((await run()).stdout).toContain(`Not read: a return of payment ${endToEndId}.`);

  await bank.line[Symbol.asyncDispose]();
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('PROVIDER_URL') });
  expect(await run('--no-bank')).toMatchObject({ code: 1, stderr: '' });
});

test('a statement of suspense or of what is owed ends with the balance of its line, whatever its window', async () => {
  const accountId = randomUUID();
  const suspended = await paid(accountId, 4_000);
  await ledger.holds(accountId, 0, 4_000);
  const between = await betweenTwo();
  await takeBack(suspended.endToEndId, 1_500);
  await ledger.holds(accountId, 0, 2_500);
  const charge = { ...paidCharge({ accountId }), endToEndId: (await paid(accountId)).endToEndId };
  await ledger.holds(accountId, 4_950, 2_500);
  await ledger.publish(returned(charge, { returnId: randomUUID(), valueCents: 4_970 }));
  await ledger.holds(accountId, 0, 2_500, 20);

  const whole = await read('statement', 'suspense');
  const { endToEndId, chargeId } = suspended;
  expect(whole.entries).toMatchObject([
    { kind: 'SUSPENSE', amountCents: 4_000, balanceCents: 4_000, endToEndId, chargeId },
    { kind: 'BANK_RETURN', amountCents: -1_500, balanceCents: 2_500, endToEndId },
  ]);
  expect(whole).toMatchObject({ openingCents: 0, closingCents: 2_500 });
  expect(await read('statement', 'suspense', '--to', between)).toMatchObject({
    closingCents: 4_000,
    entries: [{ kind: 'SUSPENSE' }],
  });
  expect(await read('statement', 'suspense', '--from', between)).toMatchObject({
    ...{ openingCents: 4_000, closingCents: 2_500 },
    entries: [{ kind: 'BANK_RETURN' }],
  });
  const owed = await read('statement', 'owed');
  expect(owed.entries).toMatchObject([
    { kind: 'OWED_ADVANCE', amountCents: -20, holderId: accountId },
  ]);
  const sums = await figures();
  expect([whole.closingCents, owed.closingCents]).toEqual([sums.suspense, sums.owed]);
  const amounts: number[] = [];
  let cursor = '';
  do {
    const page = await ledger.rpc.listBookEntries({ account: 'suspense', limit: 1, cursor });
    amounts.push(...page.entries.map(({ amountCents }) => amountCents));
    cursor = page.nextCursor;
  } while (cursor !== '');
  expect(amounts).toEqual([4_000, -1_500]);
  const { stdout } = await run('statement', 'suspense');
  expect(stdout).toMatch(/ SUSPENSE +40\.00 +40\.00 {2}account \S+ {2}payment \w+ {2}charge \w+/);
  expect(stdout).toMatch(/\nBalance of suspense: 25\.00, entries: 2\.\n$/);
});
