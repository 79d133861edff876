import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { type RunningBank, runBank } from '../../../test/harness/run-bank.ts';
import { runCharges } from '../../../test/harness/run-charges.ts';
import { runWebhooks } from '../../../test/harness/run-webhooks.ts';
import { auditChargesWhile, auditNow, linesAbout } from './audit-window.ts';
import {
  completed,
  corrupt,
  ledgerUnderTest,
  paidCharge,
  type UnderTest,
} from './ledger-under-test.ts';

const ledger = forTests(() => ledgerUnderTest());
const bank = forTests(() => runBank());
const charges = forTests(() => {
  const { events, service } = ledger;
  return runCharges({ bank, events, env: { LEDGER_ADDRESS: service.address } });
});
const webhooks = forTests(() => runWebhooks(ledger.events));
const deposits = overpaidDeposits({ ledger, bank, charges, webhooks });

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

test('in a system that nobody touched, nothing is found', async () => {
  const made = await deposits.refunded();
  // Until the refund is booked the bank has a return that the books lack.
  await ledger.holds(made.accountId, 3950, 300, 0, 0);
  expect(linesAbout(made, await audited())).toEqual([]);
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
  await corrupt(charges.db, 'update charge set fee_cents = 100 where id = $1', [charge.chargeId]);
  const found = await auditChargesWhile(ledger, addresses(), () => deposits.refundInPart(charge));
  expect(found.join('\n')).toContain(`I4: charge ${charge.chargeId}: expected credit 4900`);
});

const CREDIT = `(select id from ledger_transaction where charge_id = $1 and kind = 'DEPOSIT')`;

/** What is changed where, and what the audit says about it. */
const CORRUPTIONS: readonly [string, keyof Databases, string, readonly RegExp[]][] = [
  [
    'a credit is removed',
    'ledger',
    `with gone as (delete from entry where transaction_id = ${CREDIT})
     delete from ledger_transaction where id = ${CREDIT}`,
    [
      /^I1: charge \w+: expected 1 credit of a charge that is COMPLETED, found 0/,
      /^I1: bank, payment \w+: expected 5300 cents booked, found 300/,
      /^I6: charge \w+: expected a credit behind event .*, found none/,
    ],
  ],
  [
    'a payment is forgotten by charges',
    'charges',
    'delete from payment where charge_id = $1',
    [/^I1: charge \w+, payment \w+: expected no (DEPOSIT|SUSPENSE): .*, found one booked/],
  ],
  [
    'a payment has another amount in charges',
    'charges',
    'update payment set paid_cents = 5400 where charge_id = $1',
    [/^I1: charge \w+, payment \w+: expected 5400 cents booked, found 5300/],
  ],
  [
    'a charge is open that was credited',
    'charges',
    `with moves as (delete from charge_move where charge_id = $1)
     update charge set status = 'PENDING', end_to_end_id = null where id = $1`,
    [/^I1: charge \w+: expected 0 credits of a charge that is PENDING, found 1/],
  ],
  [
    'the fee of a charge is another',
    'charges',
    'update charge set fee_cents = 100 where id = $1',
    [/^I4: charge \w+: expected credit 4900 = value 5000 - fee 100, found credit 4950 and fee 50/],
  ],
  [
    'a credit is another amount',
    'ledger',
    `update entry set amount_cents = 4951 where transaction_id = ${CREDIT} and account = 'available'`,
    [
      /^I4: charge \w+: expected credit 4950 .*, found credit 4951/,
      /^amounts: event \S+ of account \S+: expected 4951 cents, as its entries, found 4950 cents/,
    ],
  ],
  [
    'a charge belongs to another account',
    'charges',
    `update charge set account_id = '00000000-0000-4000-8000-000000000000' where id = $1`,
    [/^I7: charge \w+: expected account 00000000-.*, found account/],
  ],
  [
    'a refund is forgotten by charges',
    'charges',
    'delete from payment_return where charge_id = $1',
    [
      /^I1: charge \w+, refund [\w-]+: expected no REFUND_HOLD: charges knows of no such refund, found one booked/,
    ],
  ],
  [
    'a refund failed and is still held',
    'charges',
    `update payment_return set status = 'FAILED', settled_at = null where charge_id = $1`,
    [
      /^I1: charge \w+, refund \S+: expected 0 returned of a refund that is FAILED, found \d+ returned/,
    ],
  ],
  [
    'a charge moved where it cannot',
    'charges',
    `update charge_move set to_status = 'CANCELED' where charge_id = $1`,
    [/^I9: charge \w+: expected moves along .*, found PENDING to CANCELED, and now COMPLETED/],
  ],
  [
    'the event of a credit is removed',
    'webhooks',
    'delete from webhook_event where charge_id = $1',
    [/^I5: charge \w+: expected one DEPOSIT_ASSET_SUCCESS, found none/],
  ],
  [
    'a credit has two events',
    'webhooks',
    `update webhook_event set event = 'DEPOSIT_ASSET_SUCCESS' where charge_id = $1`,
    [/^I5: charge \w+: expected one DEPOSIT_ASSET_SUCCESS, found \S+, \S+/],
  ],
  [
    'an event is older than its credit',
    'webhooks',
    `update webhook_event set created_at = created_at - interval '10 minutes' where charge_id = $1`,
    [/^I6: charge \w+: expected event .* after the credit of .*, found/],
  ],
];

/** An audit waits for what is missing, so one audit looks at all of this. */
describe('of a system in which much is wrong', () => {
  const corrupted = new Map<string, Scenario>();
  const invented = paidCharge();
  let lost: { accountId: string; eventId: string | undefined };
  let unpublished: string | undefined;
  let lines: string[];
  beforeAll(async () => {
    await ledger.publish(completed(invented));
    await ledger.holds(invented.accountId, 4950);
    const own = 'select event_id from outbox where key = $1 order by id';
    const { accountId } = await deposits.refunded();
    const { rows } = await ledger.db.query<{ event_id: string }>(own, [accountId]);
    lost = { accountId, eventId: rows[0]?.event_id };
    unpublished = rows[1]?.event_id;
    await webhooks.db.query('delete from webhook_event where id = $1', [lost.eventId]);
    await ledger.db.query('delete from outbox where event_id = $1', [unpublished]);
    await Promise.all(
      CORRUPTIONS.map(async ([what, where, statement]) => {
        const made = await deposits.refunded();
        await corrupt(databases()[where], statement, [made.chargeId]);
        corrupted.set(what, made);
      }),
    );
    lines = await audited();
  });

  test.each(CORRUPTIONS)('when %s, that is named', (what, _where, _statement, expected) => {
    const about = linesAbout(corrupted.get(what), lines);
    for (const line of expected) expect(about).toContainEqual(expect.stringMatching(line));
  });

  test('a credit that no charge and no payment is behind is named by charges and by the bank', () => {
    const said = lines.join('\n');
    expect(said).toMatch(
      new RegExp(`I1: charge ${invented.chargeId}: expected a charge in the database of charges`),
    );
    expect(said).toMatch(
      new RegExp(`I1: payment ${invented.endToEndId}, .*: expected a payment at the bank`),
    );
  });

  test('a fact that the outbox calls published and the topic lacks is named, and the other way round', () => {
    const said = lines.join('\n');
    expect(said).toContain(
      `I8: event ${lost.eventId} of account ${lost.accountId}: expected a record on the topic, found none`,
    );
    expect(said).toMatch(
      new RegExp(`I8: event ${unpublished}, charge \\w+: expected a row in the outbox, found none`),
    );
  });
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

type Running = {
  readonly ledger: UnderTest;
  readonly bank: RunningBank;
  readonly charges: Awaited<ReturnType<typeof runCharges>>;
  readonly webhooks: Awaited<ReturnType<typeof runWebhooks>>;
};
type NewDeposit = {
  readonly accountId: string;
  readonly chargeId: string;
  readonly paymentLinkId: string;
  readonly emv: string;
};

/** Deposits that are paid too much, each step until the ledger has booked it. */
function overpaidDeposits({ ledger, bank, charges, webhooks }: Running) {
  async function create(): Promise<NewDeposit> {
    const accountId = randomUUID();
    const { charge } = await charges.rpc.createCharge({ accountId, valueCents: 5000 });
    if (!charge) throw new Error('no charge');
    const { id: chargeId, paymentLinkId, emv } = charge;
    return { accountId, chargeId, paymentLinkId, emv };
  }

  async function overpay({ accountId, paymentLinkId, emv }: NewDeposit): Promise<string> {
    const { endToEndId } = await bank.pay(emv, { value: 5300 });
    await eventually(async () => {
      const found = await charges.rpc.getCharge({ accountId, paymentLinkId });
      expect(found.charge?.status).toBe('CHARGE_STATUS_COMPLETED');
    });
    await ledger.holds(accountId, 4950, 300);
    return endToEndId;
  }

  async function refundInPart({ accountId, paymentLinkId }: NewDeposit): Promise<void> {
    const idempotency = { key: randomUUID(), fingerprint: 'x' };
    await charges.rpc.refundCharge({ accountId, paymentLinkId, valueCents: 1000, idempotency });
    await ledger.holds(accountId, 3950, 300);
  }

  /** Credited, published, and being refunded in part. */
  async function refunded() {
    const charge = await create();
    const { accountId, chargeId } = charge;
    const endToEndId = await overpay(charge);
    await refundInPart(charge);
    await eventually(async () => {
      const known = 'select from webhook_event where charge_id = $1';
      expect((await webhooks.db.query(known, [chargeId])).rowCount).toBeGreaterThan(1);
    });
    return { accountId, chargeId, endToEndId };
  }

  return { create, overpay, refundInPart, refunded };
}
