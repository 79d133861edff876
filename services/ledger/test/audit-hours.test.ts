import { transact } from '@entrada/platform/db/transaction';
import { HOUR_MS } from '@entrada/platform/time/units';
import { lineOf } from '../src/domain/violation.ts';
import type { Ports } from '../src/ports.ts';
import { storePorts } from '../src/store/store-ports.ts';
import { auditHours } from '../src/use-cases/audit-hours.ts';
import { auditInFull } from '../src/use-cases/audit-in-full.ts';
import { runAudit } from '../src/use-cases/run-audit.ts';
import { type LedgerAtBank, ledgerAtBank } from './ledger-at-bank.ts';
import { completed, paidCharge } from './ledger-under-test.ts';

const LAG_MS = 1_000;

let ledger: LedgerAtBank;
beforeEach(async () => {
  ledger = await ledgerAtBank();
});
afterEach(() => ledger[Symbol.asyncDispose]());

type Said = { readonly at: Date; readonly lines: string[] };

function needsAt({ at, lines }: Said) {
  return {
    ...storePorts(ledger.db),
    sources: { charges: null, events: null, bank: null, recheck: null },
    signatureProblem: () => null,
    audit: { everyMs: 0, lagMs: LAG_MS },
    reportLate: () => lines.push('late'),
    pause: async () => {},
    now: () => at,
  } satisfies Partial<Ports>;
}

async function auditedInFull(): Promise<string[]> {
  const said: Said = { at: new Date(), lines: [] };
  const window = { from: new Date(Date.now() - 2 * HOUR_MS), to: said.at };
  await auditInFull(needsAt(said))(window, (violation) => said.lines.push(lineOf(violation)));
  return said.lines;
}

/** Rounds of the continuous auditor, as far as an hour from now. */
async function auditedOn(): Promise<string[]> {
  const said: Said = { at: new Date(Date.now() + HOUR_MS + LAG_MS), lines: [] };
  const audit = runAudit(needsAt(said));
  for (let isMore = true; isMore; ) {
    ({ isMore } = await audit((violation) => said.lines.push(lineOf(violation))));
  }
  return said.lines;
}

async function credited() {
  const charge = paidCharge();
  await ledger.deliver(completed(charge));
  return charge.accountId;
}

/** Of one row. */
async function changeByHand(change: string, accountId: string): Promise<void> {
  const { rowCount } = await transact(ledger.db, async (tx) => {
    await tx.query('set local app.fills = on');
    return tx.query(change, [accountId]);
  });
  expect(rowCount).toBe(1);
}

const CHANGES: readonly [string, string, RegExp][] = [
  [
    'changed',
    'update holder_hour set credited_cents = credited_cents + 1 where holder_id = $1',
    /^hours: account .*, hour \S+:00:00.000Z: expected creditedCents 4950 by its transactions, found creditedCents 4951$/,
  ],
  [
    'removed',
    'delete from holder_hour where holder_id = $1',
    /: expected creditedCount 1, creditedCents 4950, feeCents 50 by its transactions, found creditedCount 0, creditedCents 0, feeCents 0$/,
  ],
  [
    'made up',
    `insert into holder_hour
     select gen_random_uuid(), hour, 0, 0, 0, 1, 700, 0, 0 from holder_hour where holder_id = $1`,
    /: expected refundedCount 0, refundedCents 0 by its transactions, found refundedCount 1, refundedCents 700$/,
  ],
];

describe.each([
  ['full', auditedInFull],
  ['continuous', auditedOn],
])('the %s audit', (_name, audited) => {
  test('finds nothing in hours that agree with the books', async () => {
    await credited();
    expect(await audited()).toEqual([]);
  });

  test.each(CHANGES)('finds an hour that was %s', async (_what, change, line) => {
    const accountId = await credited();
    await credited();
    await changeByHand(change, accountId);

    expect(await audited()).toEqual([expect.stringMatching(line)]);
  });
});

test.each([
  ['changed', 'update holder_day set refunded_count = refunded_count + 1 where holder_id = $1'],
  ['removed', 'delete from holder_day where holder_id = $1'],
  [
    'made up',
    `insert into holder_day
     select $1, day - interval '1 day', 0, 0, 0, 1, 0, 0, 0 from holder_day where holder_id = $1`,
  ],
])('the audit finds a day that was %s, when it has ended', async (_what, change) => {
  const accountId = await credited();
  await credited();
  await changeByHand(change, accountId);

  const lines: string[] = [];
  const [from, to] = [Date.now() - 30 * HOUR_MS, Date.now() + 30 * HOUR_MS];
  const window = { from: new Date(from), to: new Date(to) };
  await auditHours(storePorts(ledger.db))(window, (violation) => lines.push(lineOf(violation)));

  expect(lines).toEqual([
    expect.stringMatching(
      `^hours: account ${accountId}, day from \\S+T03:00:00.000Z: expected the sums of its hours, found others$`,
    ),
  ]);
});

test('the audit compares no hours and days while a migration counts them anew', async () => {
  await credited();
  await ledger.db.query('delete from holder_hour');
  await ledger.db.query('create table entry_count ()');
  expect(await auditedOn()).toEqual([]);
  expect(await auditedInFull()).toEqual([]);

  await ledger.db.query('drop table entry_count');

  expect(await auditedInFull()).toEqual([expect.stringMatching(/^hours: /)]);
});
