import type { Requester } from '@entrada/platform/identity/requester';
import { bankUnavailable } from '../domain/bank-unavailable.ts';
import type { Charge, Payment, Source } from '../domain/charge.ts';
import { type BankReport, isNews, isPlain, settle } from '../domain/settle.ts';
import type { Ports } from '../ports.ts';
import { takeInReturns } from './take-in-returns.ts';

/**
 * Applies what the bank reports to a charge: completes it, or expires or cancels it unpaid. No other
 * code changes the status of a charge. Each payment counts once, by its endToEndId.
 */
export function confirmPayment(needs: Ports) {
  const { payments, now, metrics } = needs;
  const lookUpAgain = crossCheck(needs);
  const recordReturns = takeInReturns(needs);

  const checkNew = async (reported: readonly Payment[]): Promise<readonly Payment[]> => {
    const fresh = await payments.filterNew(reported);
    for (const payment of fresh) await lookUpAgain(payment);
    return fresh;
  };

  return async (
    seen: Charge,
    report: BankReport,
    source: Source,
    requester: Requester = {},
  ): Promise<Charge> => {
    if (!isNews(seen, report, now())) return seen;
    const decide = async (charge: Charge) => {
      const isFirst = charge === seen && isPlain(charge, report);
      const fresh = isFirst ? report.payments : await checkNew(report.payments);
      return settle(charge, { ...report, payments: fresh }, now());
    };
    const settlement = await payments.settle(seen, decide, source, requester);
    metrics.settled(settlement, source);
    await recordReturns(report.payments, source);
    return settlement.charge;
  };
}

/** Applies to a charge what the bank reports about it now. */
export function checkAtBank(needs: Ports) {
  const confirm = confirmPayment(needs);
  return async (charge: Charge, source: Source): Promise<Charge> =>
    confirm(charge, await needs.bank.look(charge), source);
}

/**
 * A payment is stored once and never changed, so an unusual one must be reported twice with the same
 * figures: fails when the bank contradicts itself about it.
 */
export function crossCheck({ bank }: Ports) {
  return async (payment: Payment & { readonly txid?: string | null }): Promise<void> => {
    const again = await bank.payment(payment.endToEndId);
    if (!again) throw contradiction('the bank does not know this payment when asked for it');
    mustAgree(payment, again);
  };
}

type Figures = { readonly paidCents: number; readonly txid?: string | null };

export function mustAgree(one: Figures, other: Figures): void {
  const sameTxid = one.txid === undefined || one.txid === other.txid;
  if (one.paidCents === other.paidCents && sameTxid) return;
  throw contradiction('the bank reports this payment with different figures');
}

function contradiction(problem: string): Error {
  return bankUnavailable('BAD_UPSTREAM', new Error(problem));
}
