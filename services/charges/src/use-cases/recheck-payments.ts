import pMap from 'p-map';
import type { Charge } from '../domain/charge.ts';
import { problemIn } from '../domain/unclear.ts';
import type { Ports } from '../ports.ts';
import { confirmPayment } from './confirm-payment.ts';
import { type Rechecked, recheckPayment } from './recheck-payment.ts';
import { isWindow, recheckWindow } from './recheck-window.ts';

const AT_ONCE_MAX = 6;
/** Only a paymentLinkId has dashes. */
const isLink = (id: string) => id.includes('-');
const END_TO_END_ID = /^[0-9a-z]{32}$/i;

type Needs = Pick<
  Ports,
  'charges' | 'payments' | 'unclear' | 'bank' | 'ledger' | 'transact' | 'now' | 'metrics'
>;

type Result = Rechecked & { readonly id: string };

/** Asks the bank now about payments and charges, whatever their schedules say. */
export function recheckPayments(needs: Needs) {
  const { charges, unclear } = needs;
  const recheckOne = recheckPayment(needs);
  const recheckCharge = recheckByCharge(needs);
  const recheckList = recheckWindow(needs);

  const findCharge = async (id: string): Promise<Charge | null> =>
    isLink(id) ? charges.findByLink(id) : ((await charges.findByTxids([id]))[0] ?? null);

  const recheck = async (id: string): Promise<readonly Rechecked[]> => {
    const charge = await findCharge(id);
    if (charge) {
      const results = await recheckCharge(charge);
      const named = new Set(results.map(({ endToEndId }) => endToEndId));
      const aside = (await unclear.ofTxid(charge.txid)).filter((one) => !named.has(one.id));
      const more = await Promise.all(aside.map((one) => recheckOne(one.id)));
      return more.length > 0 ? [...results.filter(isAboutPayment), ...more] : results;
    }
    // A bank refuses to look up what has not the form of a payment's id.
    const aside = await unclear.find(id);
    if (aside && isWindow(aside)) return [await recheckList(aside)];
    if (aside || END_TO_END_ID.test(id)) return [await recheckOne(id)];
    return [{ outcome: 'NOT_FOUND', endToEndId: null, charge, problem: null }];
  };

  return async (ids: readonly string[]): Promise<readonly Result[]> => {
    const results = await pMap(
      ids,
      async (id) => (await recheck(id)).map((one) => ({ id, ...one })),
      { concurrency: AT_ONCE_MAX },
    );
    return results.flat();
  };
}

function isAboutPayment({ endToEndId }: Rechecked): boolean {
  return endToEndId !== null;
}

/** One result for each payment that the bank reports for the charge. */
function recheckByCharge(needs: Needs) {
  const confirm = confirmPayment(needs);
  return async (charge: Charge): Promise<readonly Rechecked[]> => {
    try {
      const report = await needs.bank.look(charge);
      const fresh = new Set(await needs.payments.filterNew(report.payments));
      const after = await confirm(charge, report, 'recheck');
      const results = report.payments.map((payment): Rechecked => {
        const { endToEndId } = payment;
        const stored = endToEndId === after.endToEndId ? 'CONFIRMED' : 'SUSPENDED';
        const outcome = fresh.has(payment) ? stored : 'ALREADY_KNOWN';
        return { outcome, endToEndId, charge: after, problem: null };
      });
      return results.length > 0 ? results : [withoutReport(after)];
    } catch (error) {
      return [{ outcome: 'UNCLEAR', endToEndId: null, charge, problem: problemIn(error) }];
    }
  };
}

function withoutReport(charge: Charge): Rechecked {
  const { endToEndId } = charge;
  const outcome = endToEndId === null ? 'UNPAID' : 'ALREADY_KNOWN';
  return { outcome, endToEndId, charge, problem: null };
}
