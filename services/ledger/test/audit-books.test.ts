import { HOUR_MS } from '@entrada/platform/time/units';
import { lineOf } from '../src/domain/violation.ts';
import type { Ports } from '../src/ports.ts';
import { openStores } from '../src/store/stores.ts';
import { auditBooks, booksPlaceIn, progressOf } from '../src/use-cases/audit-books.ts';
import { auditInFull, runAudit } from '../src/use-cases/run-audit.ts';
import { type LedgerAtBank, ledgerAtBank } from './ledger-at-bank.ts';
import { completed, paidCharge } from './ledger-under-test.ts';

const LAG_MS = 1_000;

let ledger: LedgerAtBank;
beforeEach(async () => {
  ledger = await ledgerAtBank();
});
afterEach(() => ledger[Symbol.asyncDispose]());

type LogOutput = { readonly at: Date; readonly lines: string[] };

function needsAt({ at, lines }: LogOutput) {
  return {
    ...openStores(ledger.db),
    sources: { charges: null, events: null, bank: null, recheck: null },
    signatureProblem: () => null,
    audit: { everyMs: 0, lagMs: LAG_MS },
    reportLate: () => lines.push('late'),
    pause: async () => {},
    now: () => at,
  } satisfies Partial<Ports>;
}

async function auditedInFull(): Promise<string[]> {
  const said: LogOutput = { at: new Date(), lines: [] };
  const window = { from: new Date(Date.now() - 2 * HOUR_MS), to: said.at };
  await auditInFull(needsAt(said))(window, (violation) => said.lines.push(lineOf(violation)));
  return said.lines;
}

/** Rounds of the continuous auditor, as far as an hour from now; the hours are as if they reached so far. */
async function auditedOn(asOf?: Date): Promise<string[]> {
  const said: LogOutput = { at: new Date(Date.now() + HOUR_MS + LAG_MS), lines: [] };
  const needs = needsAt(said);
  const books = { ...needs.books, hoursAsOf: async () => asOf ?? said.at };
  const audit = runAudit({ ...needs, books });
  for (let isMore = true; isMore; ) {
    ({ isMore } = await audit((violation) => said.lines.push(lineOf(violation))));
  }
  return said.lines;
}

async function credited() {
  const charge = paidCharge();
  await ledger.deliver(completed(charge));
  await ledger.foldHours();
  return charge.accountId;
}

/** Of one row. */
async function changeByHand(change: string, accountId: string): Promise<void> {
  expect(await ledger.db.query(change, [accountId])).toMatchObject({ rowCount: 1 });
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
  ['continuous', () => auditedOn()],
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

test('entries that are not in the hours yet are no violation, and are compared when they are', async () => {
  await credited();
  await ledger.deliver(completed(paidCharge()));
  expect(await auditedInFull()).toEqual([]);
  expect(await auditedOn(new Date())).toEqual([]);

  await ledger.foldHours();
  await ledger.db.query('update holder_hour set fee_cents = fee_cents + 1');

  expect(await auditedOn()).toHaveLength(2);
});

test('an entry that was folded twice is found', async () => {
  await credited();
  await ledger.db.query('update totals_cursor set folded_to = 0');
  await ledger.foldHours();

  expect(await auditedInFull()).toEqual([expect.stringMatching(/found creditedCount 2,/)]);
});

const LATER = 'ffffffff-0000-4000-8000-000000000000';
const EARLIER = '0fffffff-0000-4000-8000-000000000000';
/** More than one look at a chain reads. */
const LINKS = 501;

test('an account that is added before the chain under way is walked from its own beginning, and the other one goes on', async () => {
  const charges = Array.from({ length: LINKS }, () => paidCharge({ accountId: LATER }));
  await ledger.deliver(...charges.map(completed));
  const lines: string[] = [];
  const walk = auditBooks({ ...openStores(ledger.db), signatureProblem: () => null });
  const walkOn = async (kept: unknown) => {
    const place = await walk(booksPlaceIn(kept), 1, (violation) => lines.push(lineOf(violation)));
    return JSON.parse(JSON.stringify(progressOf(place)));
  };

  const within = await walkOn(null);
  await ledger.deliver(completed(paidCharge({ accountId: EARLIER })));
  const added = await walkOn(within);

  const end = await walkOn(added);

  expect(lines).toEqual([]);
  expect(within).toMatchObject({ after: null, walked: { holderId: LATER, seq: 500 } });
  expect(added).toEqual({ after: EARLIER, walked: within.walked });
  expect(end).toEqual({ after: null, walked: null });
});
