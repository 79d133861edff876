import type { Charge } from '../domain/charge.ts';
import { type BankReport, isNews, isPlain, type Settlement, settle } from '../domain/settle.ts';
import type { ChargeMetrics, Ports, Source } from '../ports.ts';
import { askBooks } from './ask-books.ts';
import { crossCheck } from './cross-check.ts';
import { takeInReturns } from './take-in-returns.ts';

type Needs = Pick<Ports, 'bank' | 'payments' | 'ledger' | 'transact' | 'now' | 'metrics'>;

/**
 * The one way a charge moves: whatever the bank says of it, by whichever route, ends here. Each
 * payment counts once, by its endToEndId; status, payments and events commit together.
 */
export function confirmPayment({ bank, payments: known, ledger, transact, now, metrics }: Needs) {
  const check = crossCheck({ bank });
  const takeIn = takeInReturns({ payments: known, ledger, transact, now, metrics });
  const ask = askBooks({ bank, payments: known, ledger, now });
  return async (seen: Charge, reported: BankReport, source: Source): Promise<Charge> => {
    if (!isNews(seen, reported, now())) return seen;
    const report = await ask(seen, reported, source);
    const unusual = isPlain(seen, report) ? [] : await known.filterNew(report.payments);
    for (const payment of unusual) await check(payment);
    const settlement = await transact(async (tx) => {
      const locked = (await tx.lockCharge(seen.id)) ?? seen;
      const payments = await tx.filterNew(report.payments);
      const settled = settle(locked, { ...report, payments }, now());
      await tx.record(settled, source);
      return settled;
    });
    count(metrics, settlement, source);
    await takeIn(report.payments, source);
    return settlement.charge;
  };
}

function count(metrics: ChargeMetrics, settlement: Settlement, source: Source): void {
  const { before, charge, receipts } = settlement;
  if (before.status !== charge.status) metrics.moved(before.status, charge.status, source);
  for (const { exception } of receipts) if (exception) metrics.exception(exception.kind);
}
