import { AppError, fieldError } from '@entrada/platform/errors/app-error';
import { bankIdOf, newReturn, ReturnStatus } from '../domain/payment-return.ts';
import { unreadReturnsId } from '../domain/unclear.ts';
import type { Ports } from '../ports.ts';
import { pursueReturn } from './pursue-return.ts';
import { takeInReturns } from './take-in-returns.ts';

type Input = {
  readonly returnId: string;
  readonly endToEndId: string;
  readonly valueCents: number;
};

/**
 * Returns a payment that completed no charge, or what it has beyond its charge. Stored before the bank is asked; then it
 * goes on whatever happens, and its end is published.
 */
export function returnPayment(needs: Ports) {
  const { returns, payments, charges, transact, waiting, now } = needs;
  const pursue = pursueReturn(needs);

  const requireReturnable = async ({ endToEndId, valueCents }: Input): Promise<void> => {
    const returnableCents = await payments.exceptionalCents(endToEndId);
    if (returnableCents === null) throw notStored();
    if (valueCents <= returnableCents) return;
    // The rest is credited to somebody, and goes back by a refund of the charge alone.
    throw fieldError('value', `must be at most ${returnableCents} cents`, {
      code: 'OUT_OF_RANGE',
      reason: 'return_out_of_range',
    });
  };

  return async (input: Input): Promise<void> => {
    const { returnId, endToEndId, valueCents } = input;
    if (await returns.find(returnId)) return;
    await requireReturnable(input);
    const [stored] = await payments.stored([endToEndId]);
    const charge = stored?.chargeId ? await charges.findById(stored.chargeId) : null;
    const bankId = bankIdOf(returnId, 'OPERATOR');
    const names = { id: returnId, endToEndId, bankId, origin: 'OPERATOR', charge } as const;
    const one = newReturn({ ...names, valueCents, createdAt: now() });
    const isNew = await transact((tx) => tx.insertReturn(one, {}));
    if (isNew) await waiting.orElse(pursue(one), one);
  };
}

/**
 * What the bank has returned of a payment or is about to return, by its own word. Records what is new. Fails while a
 * return of the payment cannot be read.
 */
export function lookUpReturns(needs: Ports) {
  const recordReturns = takeInReturns(needs);
  return async (endToEndId: string): Promise<number> => {
    const payment = await needs.bank.payment(endToEndId);
    if (payment) await recordReturns([payment], 'recheck');
    if (await needs.unclear.find(unreadReturnsId(endToEndId))) throw returnUnreadable();
    const made = (payment?.returns ?? []).filter(({ status }) => status !== ReturnStatus.Failed);
    return made.reduce((sum, { valueCents }) => sum + valueCents, 0);
  };
}

function notStored(): AppError {
  const message = 'This payment is not known here yet: it is returned as soon as the bank lists it';
  return new AppError('UNAVAILABLE', message);
}

function returnUnreadable(): AppError {
  const message =
    'The bank reports a return of this payment that cannot be read: see operator unclear, and ask the bank';
  return new AppError('CONFLICT', message, { reason: 'return_unreadable' });
}
