import { BrCodeError } from '@entrada/pix/brcode/br-code-error';
import { cleanPasted } from '@entrada/pix/brcode/clean-pasted';
import { decodeBrCode } from '@entrada/pix/brcode/decode';
import { BankError } from '../domain/bank-error.ts';
import { type Charge, refusalToPay } from '../domain/charge.ts';
import type { Payment } from '../domain/payment.ts';
import { paymentsOf } from '../domain/payments-of.ts';
import { isRefusedAmount } from '../domain/script.ts';
import type { Ports } from '../ports.ts';

export type PayerOrder = {
  /** The copy-and-paste code: all that a payer holds. */
  readonly emv: string;
  /** What the payer sends when it is not the amount due. */
  readonly valueCents?: number | undefined;
  /** Pays the same code more than once, as a payer with two phones would. */
  readonly times: number;
  /** False loses the callback. */
  readonly notify: boolean;
  /** Pays what a real bank would refuse: late, after removal, again. */
  readonly force: boolean;
  /** The payer's bank refuses to send the money. */
  readonly refuse?: boolean;
  /** The bank shows the payment only now, so long after it was made. */
  readonly secondsAgo?: number;
};

type Needs = Pick<
  Ports,
  'transact' | 'sendCallbacks' | 'clock' | 'newEndToEndId' | 'scriptedAmounts'
>;

export function payCode({ transact, sendCallbacks, clock, newEndToEndId, scriptedAmounts }: Needs) {
  return async ({ emv, valueCents, times, notify, force, refuse, secondsAgo = 0 }: PayerOrder) => {
    const location = locationIn(emv);
    const payments = await transact(async (tx): Promise<readonly Payment[]> => {
      const charge = await tx.lockAt(location);
      if (charge === null) throw unknownCode();
      if (refuse) throw new BankError('CobNaoPagavel', 'The payer’s bank refuses this payment.');
      const paidAt = new Date(clock.now().getTime() - secondsAgo * 1000);
      if (!force) mustBePayable(charge, paidAt, scriptedAmounts);
      const order = { times, valueCents: valueCents ?? charge.valueCents };
      const made = paymentsOf(charge, order, paidAt, newEndToEndId);
      await tx.settle(made);
      return made;
    });
    if (notify) sendCallbacks(payments);
    return payments;
  };
}

export function unknownCode(): BankError {
  return new BankError('CodigoDesconhecido', 'No charge of this bank has this code.');
}

function mustBePayable(charge: Charge, now: Date, scriptedAmounts: boolean): void {
  const refusal =
    scriptedAmounts && isRefusedAmount(charge.valueCents)
      ? 'The payer’s bank refuses this amount.'
      : refusalToPay(charge, now);
  if (refusal !== null) throw new BankError('CobNaoPagavel', refusal);
}

/** The address inside a code of this bank's kind. */
export function locationIn(emv: string): string {
  try {
    const code = decodeBrCode(cleanPasted(emv));
    if (code.kind === 'dynamic') return code.url;
  } catch (error) {
    if (!(error instanceof BrCodeError)) throw error;
    throw new BankError('CodigoInvalido', `This is not a valid Pix code. ${error.message}.`);
  }
  throw new BankError('CodigoDesconhecido', 'The code is static, so it belongs to no charge.');
}
