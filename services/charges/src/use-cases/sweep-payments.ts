import { Standing } from '../domain/settle.ts';
import type { PaymentPage, Ports, ReportedPayment } from '../ports.ts';
import { confirmPayment } from './confirm-payment.ts';

/** Payments show up late at a bank; each window reaches back this far into the one before. */
const OVERLAP_MS = 600_000;
/** A long absence is made up for in windows of this length. */
const WINDOW_MAX_MS = 86_400_000;
/**
 * A payment for a charge that is just being stored looks like one for no charge. It is left alone for
 * so long, and the overlap shows it again.
 */
const UNKNOWN_AFTER_MS = 60_000;
const AT_ONCE_MAX = 4;

type Needs = Pick<
  Ports,
  'charges' | 'payments' | 'bank' | 'transact' | 'now' | 'witness' | 'jobs' | 'sweepEveryMs'
>;

/**
 * Lists what was paid to us, whoever was told of it, and confirms what we did not know. The cost
 * follows payments, not open charges. True when more time is left to sweep.
 */
export function sweepPayments({ bank, now, jobs, sweepEveryMs, ...needs }: Needs) {
  const takeIn = takeInPage({ ...needs, now });
  return async (): Promise<boolean> => {
    const taken = await jobs.take('sweep');
    if (!taken) return false;
    const nowMs = now().getTime();
    // The sandbox bank's clock can be set back.
    const sweptMs = Math.min(taken.watermark?.getTime() ?? nowMs, nowMs);
    const to = new Date(Math.min(nowMs, sweptMs + WINDOW_MAX_MS));
    for await (const page of bank.paymentsBetween(new Date(sweptMs - OVERLAP_MS), to)) {
      await takeIn(page);
    }
    const isBehind = to.getTime() < nowMs;
    await jobs.finish('sweep', { everyMs: isBehind ? 0 : sweepEveryMs, watermark: to });
    return isBehind;
  };
}

function takeInPage({
  charges,
  payments,
  now,
  witness,
  ...needs
}: Omit<Needs, 'bank' | 'jobs' | 'sweepEveryMs'>) {
  const confirm = confirmPayment({ ...needs, now, witness });

  const suspend = async (payment: ReportedPayment): Promise<void> => {
    const isSettled = now().getTime() - payment.paidAt.getTime() >= UNKNOWN_AFTER_MS;
    if (isSettled && (await payments.suspend(payment, now()))) witness.exception('UNKNOWN_TXID');
  };

  return async ({ payments: reported, malformed }: PaymentPage): Promise<void> => {
    if (malformed.length > 0) await payments.park(malformed);
    const fresh = await payments.unheardOf(reported);
    const txids = fresh.flatMap(({ txid }) => txid ?? []);
    const known = new Map((await charges.findByTxids(txids)).map((found) => [found.txid, found]));
    const takeInOne = async (payment: ReportedPayment): Promise<void> => {
      const charge = payment.txid === null ? undefined : known.get(payment.txid);
      if (!charge) return suspend(payment);
      await confirm(charge, { standing: Standing.Unknown, payments: [payment] }, 'sweep');
    };
    for (let first = 0; first < fresh.length; first += AT_ONCE_MAX) {
      await Promise.all(fresh.slice(first, first + AT_ONCE_MAX).map(takeInOne));
    }
  };
}
