import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runCommand } from '../../../operator/test/run-operator.ts';
import { type RunningBank, runBank } from '../../../test/harness/run-bank.ts';
import { runCharges } from '../../../test/harness/run-charges.ts';
import { runWebhooks } from '../../../test/harness/run-webhooks.ts';
import { auditNow, linesAbout, reconcileNow } from './audit-window.ts';
import { corrupt, ledgerUnderTest, paidCharge, returned } from './ledger-under-test.ts';

const DAY_SECONDS = 86_400;
const TEST_MAX_MS = 120_000;

const ledger = forTests(() => ledgerUnderTest());
const bank = forTests(() => runBank());
// Only the reconciliation, and a recheck on request, look at the bank.
const charges = forTests(() => {
  const { events, service } = ledger;
  const env = { LEDGER_ADDRESS: service.address, SWEEP_EVERY_MS: '3600000' };
  return runCharges({ bank, events, env });
});
const webhooks = forTests(() => runWebhooks(ledger.events));

function env() {
  return {
    ...bank.env,
    CHARGES_ADDRESS: charges.service.address,
    WEBHOOKS_ADDRESS: webhooks.service.address,
  };
}

type Order = Parameters<RunningBank['pay']>[1];

async function paid(order: Order = {}) {
  const accountId = randomUUID();
  const { charge } = await charges.rpc.createCharge({ accountId, valueCents: 5000 });
  if (!charge) throw new Error('no charge');
  const { endToEndId, txid } = await bank.pay(charge.emv, { notify: false, ...order });
  const { id: chargeId, paymentLinkId } = charge;
  return { accountId, chargeId, paymentLinkId, endToEndId, txid };
}

async function credited(order: Order = {}) {
  const names = await paid(order);
  await charges.rpc.recheckPayments({ ids: [names.endToEndId] });
  await ledger.holds(names.accountId, 4950);
  return names;
}

type Names = Awaited<ReturnType<typeof paid>>;

function takeBack({ endToEndId }: Names, value: number): Promise<string> {
  return bank.control('return', { endToEndId, value, natureza: 'MED_FRAUDE', notify: false });
}

const RETURN_OF = `(select id from ledger_transaction where end_to_end_id = $1 and kind = 'BANK_RETURN')`;

/** Refunded in part by its account, and returned in part by the bank. */
async function refundedAndReturned(): Promise<Names> {
  const names = await credited();
  const { accountId, paymentLinkId, endToEndId, txid } = names;
  const idempotency = { key: randomUUID(), fingerprint: 'x' };
  await charges.rpc.refundCharge({ accountId, paymentLinkId, valueCents: 1000, idempotency });
  await takeBack(names, 700);
  await charges.rpc.notifyPayments({ payments: [{ endToEndId, isReturned: true }] });
  await ledger.holds(accountId, 3250);
  await eventually(
    async () => {
      await charges.rpc.notifyPayments({ payments: [{ txid, isReturned: true }] });
      const text = `select from ledger_transaction where charge_id = $1 and kind = 'REFUND_SETTLE'`;
      expect((await ledger.db.query(text, [names.chargeId])).rowCount).toBe(1);
      const received = 'select from webhook_event where charge_id = $1';
      expect((await webhooks.db.query(received, [names.chargeId])).rowCount).toBe(3);
    },
    { timeoutMs: TEST_MAX_MS / 2 },
  );
  return names;
}

test(
  'a refund and a return that bank, charges, books and webhooks agree on are not reported',
  async () => {
    const names = await refundedAndReturned();

    expect(linesAbout(names, await auditNow(ledger, env()))).toEqual([]);
  },
  TEST_MAX_MS,
);

test('a return that cannot be read is reported until it can', async () => {
  const names = await paid({ value: 4_000 });
  await charges.rpc.recheckPayments({ ids: [names.endToEndId] });
  await ledger.holds(names.accountId, 0, 4_000);
  await takeBack(names, 1_000);
  await bank.control('faults', {
    ...{ operation: 'list-pix', fault: 'unreadable-returns', count: 10_000 },
  });
  const unreadable = new RegExp(
    `^returns: bank, payment ${names.endToEndId}: expected returns that`,
  );

  const lines = linesAbout(names, await auditNow(ledger, env(), { isSettled: true }));
  await bank.clearFaults();
  const after = linesAbout(names, await auditNow(ledger, env(), { isSettled: true }));

  expect(lines).toContainEqual(expect.stringMatching(unreadable));
  expect(after.filter((line) => unreadable.test(line))).toEqual([]);
});

test('a payment that only the reconciliation finds is credited, and reported as late instead of missing', async () => {
  const names = await paid();

  const lines = linesAbout(names, await auditNow(ledger, env()));

  expect(lines).toEqual([`late: payment ${names.endToEndId}`]);
  await ledger.holds(names.accountId, 4950);
});

test('a payment that stays unknown to charges is reported as missing', async () => {
  const names = await paid();
  const { CHARGES_ADDRESS: _, ...withoutCharges } = env();

  expect(linesAbout(names, await auditNow(ledger, withoutCharges))).toEqual([
    `I1: bank, payment ${names.endToEndId}: expected 5000 cents booked, found 0`,
  ]);
});

test(
  'a return of a payment of 80 days ago that nobody was notified of is booked by the daily reconciliation',
  async () => {
    const names = await credited({ secondsAgo: 80 * DAY_SECONDS });
    await takeBack(names, 700);

    const lines = linesAbout(names, await reconcileNow(ledger, env()));

    expect(lines).toEqual([`late: return ${names.endToEndId}`]);
    await ledger.holds(names.accountId, 4250);
  },
  TEST_MAX_MS,
);

test(
  'payments that are too old for the bank are reported as unread, and returns of all others are compared',
  async () => {
    const names = await credited({ secondsAgo: 80 * DAY_SECONDS });
    await takeBack(names, 700);
    const tooOld = {
      from: new Date(Date.now() - 120 * DAY_SECONDS * 1_000).toISOString(),
      to: new Date(Date.now() - (90 * DAY_SECONDS - 60) * 1_000).toISOString(),
    };
    await bank.control('faults', {
      ...{ operation: 'list-pix', fault: '403', count: 10_000, window: tooOld },
    });

    const lines = await reconcileNow(ledger, env()).finally(() => bank.clearFaults());

    expect(linesAbout(names, lines)).toEqual([`late: return ${names.endToEndId}`]);
    expect(lines).toContainEqual(expect.stringMatching(/^unread: /));
  },
  TEST_MAX_MS,
);

test('a window of the bank’s list that cannot be read is logged with its time and counted, and operator audit names it', async () => {
  const second = Math.floor(Date.now() / 1000) * 1000 - 7_200_000;
  const window = {
    from: new Date(second).toISOString(),
    to: new Date(second + 1_000).toISOString(),
  };
  const fault = { operation: 'list-pix', fault: '500', count: 10_000, window };
  await bank.control('faults', fault);
  try {
    await using watched = await ledgerUnderTest({ ...bank.env });
    const { runtime } = watched.service;

    const line = await eventually(
      () => runtime.logged.find((logged) => logged.includes('bank_window_unread')) ?? false,
    );

    const { from, to } = JSON.parse(line);
    expect(Date.parse(from)).toBeLessThanOrEqual(second);
    expect(Date.parse(to)).toBeGreaterThanOrEqual(second + 1_000);
    expect(Date.parse(to) - Date.parse(from)).toBeLessThan(10_000);
    expect(await runtime.metrics.metrics()).toMatch(
      /reconciliation_unread_windows_total(\{.*\})? [1-9]/,
    );
    const settings = { LEDGER_ADDRESS: watched.service.address };
    const { stdout } = await runCommand(settings, 'audit');
    expect(stdout).toContain(
      `Not compared with the bank: its list of ${from} to ${to} cannot be read`,
    );
    expect(stdout).toMatch(/ in what was compared, \d comparisons? not made: see above\.\n$/);
  } finally {
    await bank.clearFaults();
  }
});

/** An audit waits for what is missing, so one audit looks at all of this. */
describe('of books that differ from the bank', () => {
  const BOOKED_OTHERWISE = [
    ['refund', 'REFUND_SETTLE', 'charge_id', 'chargeId'],
    ['return', 'BANK_RETURN', 'end_to_end_id', 'endToEndId'],
  ] as const;
  const otherwise = new Map<string, Names>();
  const inventedId = randomUUID();
  let missing: Names;
  let invented: Names;
  let lines: string[];
  beforeAll(async () => {
    missing = await refundedAndReturned();
    await corrupt(ledger.db, `delete from entry where transaction_id = ${RETURN_OF}`, [
      missing.endToEndId,
    ]);
    await corrupt(ledger.db, `delete from ledger_transaction where id = ${RETURN_OF}`, [
      missing.endToEndId,
    ]);
    for (const [what, kind, column, name] of BOOKED_OTHERWISE) {
      const names = await refundedAndReturned();
      await corrupt(
        ledger.db,
        `update entry set amount_cents = amount_cents + 1 where account = 'settlement' and transaction_id =
         (select id from ledger_transaction where ${column} = $1 and kind = '${kind}')`,
        [names[name]],
      );
      otherwise.set(what, names);
    }
    invented = await credited();
    const charge = { ...paidCharge(), ...invented };
    const fields = { returnId: inventedId, valueCents: 300, bankReturnId: 'D1' };
    await ledger.publish(returned(charge, fields));
    await ledger.holds(invented.accountId, 4650);
    lines = await auditNow(ledger, env(), { isSettled: true });
  }, TEST_MAX_MS);

  test('a return of the bank that is missing on the books is reported by charges and by the bank', () => {
    const about = linesAbout(missing, lines);
    expect(about).toContainEqual(
      expect.stringMatching(
        /^I1: charge \w+, refund \S+: expected 700 returned of a refund that is SETTLED, found 0/,
      ),
    );
    expect(about).toContainEqual(
      expect.stringMatching(
        /^returns: bank, payment \w+, return \w+: expected 700 cents booked as returned, found 0/,
      ),
    );
  });

  test.each(BOOKED_OTHERWISE)(
    'a %s that is booked with another value than the bank paid out is reported both ways',
    (what, kind) => {
      const about = linesAbout(otherwise.get(what), lines);
      expect(about).toContainEqual(
        expect.stringMatching(
          /^returns: bank, payment .* cents booked as returned, found (1001|701)/,
        ),
      );
      expect(about).toContainEqual(
        expect.stringMatching(
          new RegExp(
            `^returns: payment \\w+, ${kind} .* cents returned by the bank, found (1000|700)`,
          ),
        ),
      );
    },
  );

  test('a booked return that the bank never made is reported', () => {
    expect(linesAbout(invented, lines)).toContainEqual(
      `returns: payment ${invented.endToEndId}, BANK_RETURN ${inventedId}: expected 300 cents returned by the bank, found 0`,
    );
  });
});
