import { forTests } from '@entrada/platform/testing/for-tests';
import { lineOf } from '../src/domain/violation.ts';
import { openStores } from '../src/store/stores.ts';
import { auditBooks, booksPlaceIn, progressOf } from '../src/use-cases/audit-books.ts';
import { ledgerAtBank } from './ledger-at-bank.ts';
import { completed, paidCharge } from './ledger-under-test.ts';

const LATER = 'ffffffff-0000-4000-8000-000000000000';
const EARLIER = '0fffffff-0000-4000-8000-000000000000';
/** More than one look at a chain reads. */
const LINKS = 501;

const ledger = forTests(() => ledgerAtBank());

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
