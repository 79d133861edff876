import { forTests } from '@entrada/platform/testing/for-tests';
import { DAY_MS, HOUR_MS } from '@entrada/platform/time/units';
import type { AuditedCharge } from '../src/domain/audit-charge.ts';
import type { Window } from '../src/domain/statement.ts';
import { lineOf } from '../src/domain/violation.ts';
import { openStores } from '../src/store/stores.ts';
import { auditCharges } from '../src/use-cases/audit-charges.ts';
import { completed, ledgerUnderTest, paidCharge } from './ledger-under-test.ts';

const MINUTE_MS = 60_000;

const ledger = forTests(() => ledgerUnderTest());

type ChangeOfCharge = { readonly chargeId: string; readonly at: number };

/** Charges as they are listed: by their last change, the earliest first, a page each. */
function chargesOf(changed: readonly ChangeOfCharge[]) {
  const listed: string[] = [];
  async function* charges({ from, to }: Window): AsyncGenerator<readonly AuditedCharge[]> {
    for (const { chargeId, at } of changed.toSorted((one, other) => one.at - other.at)) {
      if (at < from.getTime() || at >= to.getTime()) continue;
      listed.push(chargeId);
      yield [{ chargeId } as AuditedCharge];
    }
  }
  return { listed, charges };
}

/** A credit in a window, whose charge changed so long before or after it; null: there is no charge. */
async function auditCredit(changedAfterMs: number | null) {
  const charge = paidCharge();
  const { chargeId } = charge;
  await ledger.publish(completed(charge));
  await ledger.holds(charge.accountId, 4950);
  const creditedAt = 'select created_at as at from ledger_transaction where charge_id = $1';
  const { rows } = await ledger.db.query<{ at: Date }>(creditedAt, [chargeId]);
  const atMs = rows[0]?.at.getTime() ?? 0;
  const ofDay = Array.from({ length: DAY_MS / MINUTE_MS - 1 }, (_, minute) => ({
    chargeId: `other ${minute}`,
    at: atMs - DAY_MS + (minute + 0.5) * MINUTE_MS,
  }));
  const own = changedAfterMs === null ? [] : [{ chargeId, at: atMs + changedAfterMs }];
  const { listed, charges } = chargesOf([...ofDay, ...own]);
  const sources = { charges, events: null, bank: null, recheck: null };
  const window = { from: new Date(atMs), to: new Date(atMs + 1) };
  const lines: string[] = [];
  const audit = auditCharges({ ...openStores(ledger.db), sources });
  await audit(window, (violation) => lines.push(lineOf(violation)));
  return { listed, about: lines.filter((line) => line.includes(chargeId)) };
}

test('a charge that changed a minute before the window of its credit is found among those of a few minutes', async () => {
  const { listed, about } = await auditCredit(-MINUTE_MS);

  expect(about).toEqual([]);
  expect(listed.length).toBeLessThan(10);
});

test.each([
  ['most of a day before', -20 * HOUR_MS],
  ['minutes after', 2 * MINUTE_MS],
  ['days after', 3 * DAY_MS],
])('a charge that changed %s its credit is found', async (_when, changedAfterMs) => {
  expect((await auditCredit(changedAfterMs)).about).toEqual([]);
});

test('a credit whose charge is nowhere is a violation', async () => {
  const { about } = await auditCredit(null);
  expect(about).toEqual([expect.stringMatching(/^I1: .* expected a charge in the database/)]);
});
