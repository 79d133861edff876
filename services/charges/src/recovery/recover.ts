import { isDatabaseUnavailable } from '@entrada/platform/db/transaction';
import { AppError } from '@entrada/platform/errors/app-error';
import { DAY_MS } from '@entrada/platform/time/units';
import pMap from 'p-map';
import { type Window, windowId, windowOf } from '../domain/bank-window.ts';
import { type Charge, NOT_PAID, type ReportedPayment } from '../domain/charge.ts';
import { ReturnStatus } from '../domain/payment-return.ts';
import { ExceptionKind } from '../domain/settle.ts';
import { problemIn } from '../domain/unclear.ts';
import type { PaymentPage, Ports } from '../ports.ts';
import { takeInPage } from '../use-cases/take-in-payments.ts';
import {
  type LostRefund,
  type PaymentBooking,
  recoveryProblem,
  refundsOnBooks,
  settleAsBooked,
} from './as-booked.ts';
import type { Books } from './books.ts';
import type { Failure, OpenRestore, Progress, RestoreStore, Step } from './restore-store.ts';

const AT_ONCE_MAX = 10;
/** More show nothing that these do not. */
const FAILED_SHOWN_MAX = 100;
/** A return can come this long after its payment; banks allow 90 days and need some more. */
const LOOK_BACK_MS = 100 * DAY_MS;
const SLICE_MS = 5 * DAY_MS;

const BEGINNING: Progress = {
  step: 'payments',
  cursor: '',
  compared: 0,
  charges: 0,
  payments: 0,
  refunds: 0,
  returns: 0,
  failed: [],
};

type Needs = Ports & { readonly books: Books; readonly restores: RestoreStore };
type RecoveryCounts = Partial<
  Record<'compared' | 'charges' | 'payments' | 'refunds' | 'returns', number>
> & { readonly failed: readonly Failure[] };
/** What a page of a step has stored again; `next` is empty behind the last page. */
type StepResult = RecoveryCounts & { readonly next: string };
type WorkOn = (
  cursor: string,
  restore: Pick<OpenRestore, 'restoredTo'>,
  givenUp: ReadonlySet<string>,
) => Promise<StepResult>;

type Recovery = Progress & {
  /** Changes are accepted. */
  readonly isDone: boolean;
  /** Something could not be recovered: the next call begins another run. */
  readonly isRunOver: boolean;
  readonly reusedExternalIds: Awaited<ReturnType<RestoreStore['reusedExternalIds']>>;
};

const AFTER: Readonly<Record<Step, Step | null>> = {
  payments: 'refunds',
  refunds: 'returns',
  returns: null,
};

/**
 * Compares one page more of what the ledger has booked, and then of what the bank has returned, with this database, and
 * stores what is missing as it was. Behind the last page changes are accepted again. A step in which something could not be
 * recovered is the last of its run: the next call begins another run. Null: no restore is noted.
 */
export function recover(needs: Needs) {
  const { restores } = needs;
  const workOn: Readonly<Record<Step, WorkOn>> = {
    payments: recoverPayments(needs),
    refunds: recoverRefunds(needs),
    returns: recoverReturns(needs),
  };
  return async (): Promise<Recovery | null> => {
    const restore = await restores.findOpen();
    if (!restore) return null;
    const progress = restore.progress ?? BEGINNING;
    const page = await workOn[progress.step](progress.cursor, restore, new Set(restore.givenUp));
    const after = added(progress, page);
    const end = endOf(progress, page, after);
    const stored = end.isRunOver ? null : after;
    if (!(await restores.moveOn(restore.progress, stored, end))) throw overtaken();
    const reusedExternalIds = await restores.reusedExternalIds(restore.restoredTo);
    return { ...after, ...end, reusedExternalIds };
  };
}

/** A step with failures ends the run: a later step would decide about what is missing without the books. */
function endOf({ step }: Progress, { next }: StepResult, { failed }: Progress) {
  const isStepOver = next === '';
  const isLast = isStepOver && AFTER[step] === null;
  return { isDone: isLast && failed.length === 0, isRunOver: isStepOver && failed.length > 0 };
}

function added(before: Progress, { failed, next, ...counts }: StepResult): Progress {
  const sums = Object.entries(counts).map(([name, count]) => [
    name,
    before[name as keyof typeof counts] + (count ?? 0),
  ]);
  return {
    ...before,
    ...Object.fromEntries(sums),
    failed: [...before.failed, ...failed].slice(0, FAILED_SHOWN_MAX),
    step: (next === '' && AFTER[before.step]) || before.step,
    cursor: next,
  };
}

/** Each payment that the ledger has booked, as it booked it. */
function recoverPayments(needs: Needs): WorkOn {
  const { charges, payments, bank, books, restores, now } = needs;

  const chargeOf = async (
    { charge: known }: PaymentBooking,
    { txid }: ReportedPayment,
  ): Promise<{ charge: Charge; isInserted: boolean }> => {
    const [found] = txid === null ? [] : await charges.findByTxids([txid]);
    if (found) return { charge: found, isInserted: false };
    if (!known || txid === null) throw new Error('the ledger does not know its charge');
    const lost = { ...known, ...(await bank.describe(txid)), ...NOT_PAID, txid };
    const isInserted = await restores.insertCharge(lost, now());
    // Without its external id, if another charge has that now.
    const charge = await charges.findById(lost.id);
    if (!charge) throw new Error(`charge ${lost.id} is not in the database`);
    return { charge, isInserted };
  };

  const recoverOne = async (booking: PaymentBooking): Promise<boolean> => {
    const payment = await bank.payment(booking.endToEndId);
    if (!payment) throw new Error('the bank does not know this payment, which is booked');
    // It came when its charge was not known, and is in suspense as such.
    if (booking.bookedAs === ExceptionKind.UnknownTxid) {
      await payments.suspend(payment, now(), 'recheck');
      return false;
    }
    const { charge, isInserted } = await chargeOf(booking, payment);
    const decide = async (stored: Charge) => {
      const at = now();
      const [fresh] = await payments.filterNew([payment]);
      if (!fresh) return { before: stored, charge: stored, allocations: [], at };
      return settleAsBooked(stored, fresh, { ...booking, at });
    };
    await payments.settle(charge, decide, 'recheck', {});
    return isInserted;
  };

  return async (cursor, { restoredTo }, givenUp) => {
    const { items, nextCursor: next } = await books.paymentsSince(restoredTo, cursor);
    const lost = (await payments.filterNew(items)).filter(
      ({ endToEndId }) => !givenUp.has(endToEndId),
    );
    const { done, failed } = await each(lost, ({ endToEndId }) => endToEndId, recoverOne);
    const inserted = done.filter((isInserted) => isInserted).length;
    return { compared: items.length, charges: inserted, payments: done.length, failed, next };
  };
}

/** Each refund that the ledger knows. What did not fail is pursued afterwards; the bank knows it by its id, and makes it once. */
function recoverRefunds({ books, charges, restores }: Needs): WorkOn {
  const recoverOne = async (refund: LostRefund): Promise<boolean> => {
    const problem = recoveryProblem(refund);
    if (problem) throw new Error(problem);
    if (!(await charges.findById(refund.chargeId))) throw new Error('its charge is not recovered');
    return restores.insertRefund(refund);
  };
  return async (cursor, { restoredTo }, givenUp) => {
    const { items, nextCursor: next } = await books.refundsSince(restoredTo, cursor);
    const refunds = refundsOnBooks(items).filter(({ refundId }) => !givenUp.has(refundId));
    const { done, failed } = await each(refunds, ({ refundId }) => refundId, recoverOne);
    const inserted = done.filter((isInserted) => isInserted).length;
    return { compared: items.length, refunds: inserted, failed, next };
  };
}

/** Each return that the bank lists, of whatever origin, with its payment if that is lost and not booked. */
function recoverReturns(needs: Needs): WorkOn {
  const { bank, payments, returns, now } = needs;
  const takeInListed = takeInPage(needs);

  /** How many returns of these payments are stored, and which are not though their payment is. */
  const compare = async ({ payments: listed }: PaymentPage) => {
    const ids = listed.map(({ endToEndId }) => endToEndId);
    const stored = new Set((await payments.stored(ids)).map(({ endToEndId }) => endToEndId));
    const nameOf = (endToEndId: string, bankId: string) => `${endToEndId}-${bankId}`;
    const known = new Set(
      (await returns.ofPayments(ids)).map((one) => nameOf(one.endToEndId, one.bankId)),
    );
    const missing = listed
      .filter(({ endToEndId }) => stored.has(endToEndId))
      .flatMap(({ endToEndId, returns: made = [] }) =>
        made
          .filter(({ status }) => status !== ReturnStatus.Failed)
          .map(({ bankId }) => nameOf(endToEndId, bankId)),
      )
      .filter((name) => !known.has(name));
    return { known: known.size, missing };
  };

  /** A payment that is unclear is not stored yet: it is taken in later, with its returns. */
  const recoverPage = async (page: PaymentPage) => {
    const before = await compare(page);
    await takeInListed(page);
    const after = await compare(page);
    const failed = after.missing.map((id) => ({ id, problem: 'this return cannot be stored' }));
    if (page.unread) failed.push({ id: windowId(page.unread), problem: page.unread.problem });
    return { returns: after.known - before.known, failed };
  };

  return async (cursor, _restore, givenUp) => {
    const nowMs = now().getTime();
    // The same in each run, so that a part which cannot be read keeps its name.
    const firstMs = Math.floor((nowMs - LOOK_BACK_MS) / SLICE_MS) * SLICE_MS;
    const fromMs = cursor === '' ? firstMs : Date.parse(cursor);
    const toMs = fromMs + SLICE_MS;
    const failed: Failure[] = [];
    let [compared, found] = [0, 0];
    const pages = bank.paymentsBetween(new Date(fromMs), new Date(toMs), { returned: true });
    for await (const page of pages) {
      const recovered = await recoverPage(page);
      compared += page.payments.length;
      found += recovered.returns;
      const isGivenUp = ({ id }: Failure) => givenUp.has(id) || isWithin(page.unread, id, givenUp);
      failed.push(...recovered.failed.filter((failure) => !isGivenUp(failure)));
    }
    const next = toMs < nowMs ? new Date(toMs).toISOString() : '';
    return { compared, returns: found, failed, next };
  };
}

/** One that cannot be recovered holds up no other. Fails while ledger or bank do not answer. */
async function each<Item, Result>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  work: (item: Item) => Promise<Result>,
): Promise<{ readonly done: readonly Result[]; readonly failed: readonly Failure[] }> {
  const failed: Failure[] = [];
  const done = await pMap(
    items,
    async (item) => {
      try {
        return [await work(item)];
      } catch (error) {
        if (!isAboutItem(error)) throw error;
        failed.push({ id: idOf(item), problem: problemIn(error) });
        return [];
      }
    },
    { concurrency: AT_ONCE_MAX },
  );
  return { done: done.flat(), failed };
}

/** An unusable reply is about the one charge or payment that was asked for. */
function isAboutItem(error: unknown): boolean {
  if (isDatabaseUnavailable(error)) return false;
  return !(error instanceof AppError) || error.code === 'BAD_UPSTREAM';
}

/** Whether the part of the list with this id lies in a larger part that is given up: its ends may differ between runs. */
function isWithin(unread: Window | undefined, id: string, givenUp: ReadonlySet<string>): boolean {
  if (!unread || id !== windowId(unread)) return false;
  return [...givenUp].some((given) => {
    const window = windowOf(given);
    return window !== null && window.from <= unread.from && unread.to <= window.to;
  });
}

function overtaken(): AppError {
  return new AppError(
    'CONFLICT',
    'Another run of operator recover has taken this step: let it go on.',
  );
}
