import type { Charge } from '../domain/charge.ts';
import { BankStatus, ExceptionKind } from '../domain/settle.ts';
import type { Source } from '../domain/source.ts';
import type { Ports, ReportedPayment } from '../ports.ts';
import { confirmPayment } from './confirm-payment.ts';
import { crossCheck } from './cross-check.ts';
import { takeInReturns } from './take-in-returns.ts';

type Needs = Pick<
  Ports,
  'charges' | 'payments' | 'bank' | 'ledger' | 'transact' | 'now' | 'metrics'
>;

export type TakenIn = {
  readonly outcome: 'CONFIRMED' | 'SUSPENDED';
  readonly charge: Charge | null;
};

/** Confirms one payment for its charge; without a charge it goes to suspense. Fails when it is unclear. */
export function takeInPayment(needs: Needs) {
  const { payments, now, metrics } = needs;
  const confirm = confirmPayment(needs);
  const check = crossCheck(needs);
  const takeIn = takeInReturns(needs);

  const suspend = async (payment: ReportedPayment, source: Source): Promise<TakenIn> => {
    await check(payment);
    const stored = await payments.suspend(payment, now(), source);
    if (stored) metrics.exception(ExceptionKind.UnknownTxid);
    await takeIn([payment], source);
    return { outcome: 'SUSPENDED', charge: null };
  };

  return async (
    payment: ReportedPayment,
    charge: Charge | null,
    source: Source,
  ): Promise<TakenIn> => {
    if (!charge) return suspend(payment, source);
    const report = { status: BankStatus.Unknown, payments: [payment] };
    const confirmed = await confirm(charge, report, source);
    const completes = confirmed.endToEndId === payment.endToEndId;
    return { outcome: completes ? 'CONFIRMED' : 'SUSPENDED', charge: confirmed };
  };
}
