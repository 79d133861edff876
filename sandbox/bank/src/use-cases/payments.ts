import { BrCodeError, cleanPasted } from '@entrada/pix/brcode/br-code';
import { decodeBrCode } from '@entrada/pix/brcode/decode';
import { BankError } from '../domain/bank-error.ts';
import { type Charge, refusalToPay } from '../domain/charge.ts';
import type { Payment } from '../domain/payment.ts';
import { isRefusedAmount } from '../domain/script.ts';
import type { Ports } from '../ports.ts';

type PayerOrder = {
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

export function payCode({ transact, sendCallbacks, clock, newEndToEndId, scriptedAmounts }: Ports) {
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

type Times = { readonly valueCents: number; readonly times: number };

/** The payments that one payer makes of one charge. */
function paymentsOf(
  charge: Charge,
  { valueCents, times }: Times,
  paidAt: Date,
  newEndToEndId: (paidAt: Date) => string,
): readonly Payment[] {
  return Array.from({ length: times }, () => ({
    endToEndId: newEndToEndId(paidAt),
    txid: charge.txid,
    pixKey: charge.pixKey,
    valueCents,
    paidAt,
    refunds: [],
  }));
}

function unknownCode(): BankError {
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
function locationIn(emv: string): string {
  try {
    const code = decodeBrCode(cleanPasted(emv));
    if (code.kind === 'dynamic') return code.url;
  } catch (error) {
    if (!(error instanceof BrCodeError)) throw error;
    throw new BankError('CodigoInvalido', `This is not a valid Pix code. ${error.message}.`);
  }
  throw new BankError('CodigoDesconhecido', 'The code is static, so it belongs to no charge.');
}

/** Somebody will pay later; whether the charge can be paid is looked at then. */
export function schedulePayment({ transact, schedule, clock }: Ports) {
  return async (order: PayerOrder, afterSeconds: number): Promise<Date> => {
    const location = locationIn(order.emv);
    const charge = await transact((tx) => tx.lockAt(location));
    if (charge === null) throw unknownCode();
    const dueAt = new Date(clock.now().getTime() + afterSeconds * 1000);
    await schedule({
      txid: charge.txid,
      scriptKey: null,
      valueCents: order.valueCents ?? charge.valueCents,
      times: order.times,
      notify: order.notify,
      force: order.force,
      dueAt,
    });
    return dueAt;
  };
}

const PAYERS_MAX = 100;

/** Lets everybody pay whose time has come. Who comes too late and may not force it goes away. */
export function payDue({ transact, sendCallbacks, clock, newEndToEndId }: Ports) {
  const payNext = (): Promise<readonly Payment[] | null> =>
    transact(async (tx) => {
      const now = clock.now();
      const payer = await tx.nextDue(now);
      if (payer === null) return null;
      const charge = await tx.lockCharge(payer.txid);
      if (charge === null || (!payer.force && refusalToPay(charge, now) !== null)) return [];
      const payments = paymentsOf(charge, payer, now, newEndToEndId);
      await tx.settle(payments);
      return payer.notify ? payments : [];
    });

  return async (): Promise<void> => {
    for (let count = 0; count < PAYERS_MAX; count += 1) {
      const payments = await payNext();
      if (payments === null) return;
      if (payments.length > 0) sendCallbacks(payments);
    }
  };
}

type Order = Pick<Payment, 'txid' | 'pixKey' | 'valueCents'> & {
  readonly notify: boolean;
  /** The bank shows the payment only now, so long after it was made. */
  readonly secondsAgo: number;
};
/** Money arrives that no charge of this bank asked for. */
export function payUnknown({ transact, sendCallbacks, clock, newEndToEndId }: Ports) {
  return async ({ notify, secondsAgo, ...order }: Order): Promise<Payment> => {
    const paidAt = new Date(clock.now().getTime() - secondsAgo * 1000);
    const payment = { ...order, endToEndId: newEndToEndId(paidAt), paidAt, refunds: [] };
    await transact((tx) => tx.settle([payment]));
    if (notify) sendCallbacks([payment]);
    return payment;
  };
}

export function getPayment({ payments }: Ports) {
  return async (endToEndId: string): Promise<Payment> => {
    const payment = await payments.find(endToEndId);
    if (payment === null) {
      throw new BankError('PixNaoEncontrado', 'There is no payment of this endToEndId.');
    }
    return payment;
  };
}

const SHOWN_MAX = 20;

export function listLatestPayments({ payments }: Ports) {
  return (): Promise<readonly Payment[]> => payments.latest(SHOWN_MAX);
}
