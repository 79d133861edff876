import { transact } from '@entrada/platform/db/transaction';
import { eventually } from '@entrada/platform/testing/eventually';
import { type RunningBank, runBank } from '../../../test/harness/run-bank.ts';
import { runCharges } from '../../../test/harness/run-charges.ts';
import { runWebhooks } from '../../../test/harness/run-webhooks.ts';
import { auditChargesWhile, auditNow } from './audit-window.ts';
import { completed, ledgerUnderTest, paidCharge, type UnderTest } from './ledger-under-test.ts';
import { overpaidDeposits } from './overpaid-deposits.ts';

let ledger: UnderTest;
let bank: RunningBank;
let charges: Awaited<ReturnType<typeof runCharges>>;
let webhooks: Awaited<ReturnType<typeof runWebhooks>>;
let deposits: ReturnType<typeof overpaidDeposits>;
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  ledger = resources.use(await ledgerUnderTest());
  bank = resources.use(await runBank());
  const { events, service } = ledger;
  const env = { LEDGER_ADDRESS: service.address };
  charges = resources.use(await runCharges({ bank, events, env }));
  webhooks = resources.use(await runWebhooks(events));
  deposits = overpaidDeposits({ ledger, bank, charges, webhooks });
});
afterAll(() => resources.disposeAsync());

const databases = () => ({
  ledger: ledger.db,
  charges: charges.db,
  webhooks: webhooks.db,
  events: ledger.events.db,
});
type Databases = ReturnType<typeof databases>;

const addresses = () => ({
  ...bank.env,
  CHARGES_ADDRESS: charges.service.address,
  WEBHOOKS_ADDRESS: webhooks.service.address,
});
const audited = () => auditNow(ledger, addresses());

type Scenario = Awaited<ReturnType<typeof deposits.refunded>>;

async function linesAbout({ chargeId, accountId, endToEndId }: Scenario): Promise<string[]> {
  const names = [chargeId, accountId, endToEndId];
  return (await audited()).filter((line) => names.some((name) => line.includes(name)));
}

/** Changes what only somebody with all rights over a database can change. */
async function corrupt(
  where: keyof Databases,
  statement: string,
  { chargeId }: Pick<Scenario, 'chargeId'>,
) {
  await transact(databases()[where], async (tx) => {
    await tx.query('set local session_replication_role = replica');
    const { rowCount } = await tx.query(statement, [chargeId]);
    expect(rowCount).toBeGreaterThan(0);
  });
}

test('in a system that nobody touched, nothing is found', async () => {
  const made = await deposits.refunded();
  // Until the refund is booked the bank has a return that the books lack.
  await ledger.holds(made.accountId, 3950, 300, 0, 0);
  expect(await linesAbout(made)).toEqual([]);
});

test.each(['overpay', 'refundInPart'] as const)(
  'nothing is found of a charge that changes between the look at it and the look at its books (%s)',
  async (change) => {
    const charge = await deposits.create();
    if (change === 'refundInPart') await deposits.overpay(charge);
    const found = await auditChargesWhile(ledger, addresses(), () => deposits[change](charge));
    expect(found.filter((line) => line.includes(charge.chargeId))).toEqual([]);
  },
);

test('a violation of a charge that is refunded between the two looks is found', async () => {
  const charge = await deposits.create();
  await deposits.overpay(charge);
  await corrupt('charges', 'update charge set fee_cents = 100 where id = $1', charge);
  const found = await auditChargesWhile(ledger, addresses(), () => deposits.refundInPart(charge));
  expect(found.join('\n')).toContain(`I4: charge ${charge.chargeId}: expected credit 4900`);
});

const CREDIT = `(select id from ledger_transaction where charge_id = $1 and kind = 'DEPOSIT')`;

test.each<[string, RegExp, keyof Databases, string]>([
  [
    'a credit is removed',
    /^I1: charge \w+: expected 1 credit of a charge that is COMPLETED, found 0/,
    'ledger',
    `with gone as (delete from entry where transaction_id = ${CREDIT})
     delete from ledger_transaction where id = ${CREDIT}`,
  ],
  [
    'a credit is removed, the bank still knows the payment',
    /^I1: bank, payment \w+: expected 5300 cents booked, found 300/,
    'ledger',
    `with gone as (delete from entry where transaction_id = ${CREDIT})
     delete from ledger_transaction where id = ${CREDIT}`,
  ],
  [
    'a credit is removed, webhooks has its event',
    /^I6: charge \w+: expected a credit behind event .*, found none/,
    'ledger',
    `with gone as (delete from entry where transaction_id = ${CREDIT})
     delete from ledger_transaction where id = ${CREDIT}`,
  ],
  [
    'a payment is forgotten by charges',
    /^I1: charge \w+, payment \w+: expected no (DEPOSIT|SUSPENSE): .*, found one booked/,
    'charges',
    'delete from payment where charge_id = $1',
  ],
  [
    'a payment has another amount in charges',
    /^I1: charge \w+, payment \w+: expected 5400 cents booked, found 5300/,
    'charges',
    'update payment set paid_cents = 5400 where charge_id = $1',
  ],
  [
    'a charge is open that was credited',
    /^I1: charge \w+: expected 0 credits of a charge that is PENDING, found 1/,
    'charges',
    `with moves as (delete from charge_move where charge_id = $1)
     update charge set status = 'PENDING', end_to_end_id = null where id = $1`,
  ],
  [
    'the fee of a charge is another',
    /^I4: charge \w+: expected credit 4900 = value 5000 - fee 100, found credit 4950 and fee 50/,
    'charges',
    'update charge set fee_cents = 100 where id = $1',
  ],
  [
    'a credit is another amount',
    /^I4: charge \w+: expected credit 4950 .*, found credit 4951/,
    'ledger',
    `update entry set amount_cents = 4951 where transaction_id = ${CREDIT} and account = 'available'`,
  ],
  [
    'a credit is another amount than its event tells',
    /^amounts: event \S+ of account \S+: expected 4951 cents, as its entries, found 4950 cents/,
    'ledger',
    `update entry set amount_cents = 4951 where transaction_id = ${CREDIT} and account = 'available'`,
  ],
  [
    'a charge belongs to another account',
    /^I7: charge \w+: expected account 00000000-.*, found account/,
    'charges',
    `update charge set account_id = '00000000-0000-4000-8000-000000000000' where id = $1`,
  ],
  [
    'a refund is forgotten by charges',
    /^I1: charge \w+, refund [\w-]+: expected no REFUND_HOLD: charges knows of no such refund, found one booked/,
    'charges',
    'delete from payment_return where charge_id = $1',
  ],
  [
    'a refund failed and is still held',
    /^I1: charge \w+, refund \S+: expected 0 returned of a refund that is FAILED, found \d+ returned/,
    'charges',
    `update payment_return set status = 'FAILED', settled_at = null where charge_id = $1`,
  ],
  [
    'a charge moved where it cannot',
    /^I9: charge \w+: expected moves along .*, found PENDING to CANCELED, and now COMPLETED/,
    'charges',
    `update charge_move set to_status = 'CANCELED' where charge_id = $1`,
  ],
  [
    'the event of a credit is removed',
    /^I5: charge \w+: expected one DEPOSIT_ASSET_SUCCESS, found none/,
    'webhooks',
    'delete from webhook_event where charge_id = $1',
  ],
  [
    'a credit has two events',
    /^I5: charge \w+: expected one DEPOSIT_ASSET_SUCCESS, found \S+, \S+/,
    'webhooks',
    `update webhook_event set event = 'DEPOSIT_ASSET_SUCCESS' where charge_id = $1`,
  ],
  [
    'an event is older than its credit',
    /^I6: charge \w+: expected event .* after the credit of .*, found/,
    'webhooks',
    `update webhook_event set created_at = created_at - interval '10 minutes' where charge_id = $1`,
  ],
])('when %s, that is named', async (_what, line, where, statement) => {
  const made = await deposits.refunded();

  await corrupt(where, statement, made);

  expect(await linesAbout(made)).toContainEqual(expect.stringMatching(line));
});

test('a credit that no charge and no payment is behind is named by charges and by the bank', async () => {
  const invented = paidCharge();
  await ledger.publish(completed(invented));
  await ledger.holds(invented.accountId, 4950);

  const lines = (await audited()).join('\n');

  expect(lines).toMatch(
    new RegExp(`I1: charge ${invented.chargeId}: expected a charge in the database of charges`),
  );
  expect(lines).toMatch(
    new RegExp(`I1: payment ${invented.endToEndId}, .*: expected a payment at the bank`),
  );
});

test('a fact that the outbox calls published and the topic lacks is named, and the other way round', async () => {
  const { accountId } = await deposits.refunded();
  const own = 'select event_id from outbox where key = $1 order by id';
  const { rows } = await ledger.db.query<{ event_id: string }>(own, [accountId]);
  const [lost, invented] = rows.map(({ event_id }) => event_id);
  await webhooks.db.query('delete from webhook_event where id = $1', [lost]);
  await ledger.db.query('delete from outbox where event_id = $1', [invented]);

  const lines = (await audited()).join('\n');

  expect(lines).toContain(
    `I8: event ${lost} of account ${accountId}: expected a record on the topic, found none`,
  );
  expect(lines).toMatch(
    new RegExp(`I8: event ${invented}, charge \\w+: expected a row in the outbox, found none`),
  );
});

test('the auditor at work counts what it finds, says it in its log, and tells when it last looked', async () => {
  await using watched = await ledgerUnderTest({
    AUDIT_EVERY_MS: '100',
    AUDIT_LAG_MS: '2000',
    CHARGES_ADDRESS: charges.service.address,
    ...bank.env,
  });
  const invented = paidCharge();
  await watched.publish(completed(invented));

  const { runtime } = watched.service;
  await eventually(async () => {
    const metrics = await runtime.metrics.metrics();
    expect(metrics).toMatch(/audit_violations_total\{invariant="I1"\} [1-9]/);
    expect(metrics).toMatch(/audit_violations_total\{invariant="I2"\} 0/);
    expect(metrics).toMatch(/audit_last_success_timestamp_seconds 1[0-9.]+/);
  });
  const line = `charge ${invented.chargeId}: expected a charge in the database of charges`;
  await eventually(() => expect(runtime.logged.some((said) => said.includes(line))).toBe(true));

  await watched.db.query('update account set available_cents = 1 where holder_id = $1', [
    invented.accountId,
  ]);
  await eventually(async () =>
    expect(await runtime.metrics.metrics()).toMatch(
      /audit_violations_total\{invariant="I3"\} [1-9]/,
    ),
  );
});
