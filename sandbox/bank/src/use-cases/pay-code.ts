import { BrCodeError } from '@entrada/pix/brcode/br-code-error';
import { cleanPasted } from '@entrada/pix/brcode/clean-pasted';
import { decodeBrCode } from '@entrada/pix/brcode/decode';
import { BankError } from '../domain/bank-error.ts';
import { type Payment, refusalToPay } from '../domain/charge.ts';
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
};

type Needs = Pick<Ports, 'transact' | 'announce' | 'now' | 'newEndToEndId'>;

export function payCode({ transact, announce, now, newEndToEndId }: Needs) {
  return async ({ emv, valueCents, times, notify }: PayerOrder): Promise<readonly Payment[]> => {
    const location = locationIn(emv);
    const payments = await transact(async (tx) => {
      const charge = await tx.lockAt(location);
      if (charge === null) {
        throw new BankError('CodigoDesconhecido', 'No charge of this bank has this code.');
      }
      const paidAt = now();
      const refusal = refusalToPay(charge, paidAt);
      if (refusal !== null) throw new BankError('CobNaoPagavel', refusal);
      const made = Array.from(
        { length: times },
        (): Payment => ({
          endToEndId: newEndToEndId(paidAt),
          txid: charge.txid,
          pixKey: charge.pixKey,
          valueCents: valueCents ?? charge.valueCents,
          paidAt,
        }),
      );
      await tx.settle(charge.txid, made);
      return made;
    });
    if (notify) announce(payments);
    return payments;
  };
}

function locationIn(emv: string): string {
  try {
    const code = decodeBrCode(cleanPasted(emv));
    if (code.kind === 'dynamic') return code.url;
  } catch (error) {
    if (!(error instanceof BrCodeError)) throw error;
    throw new BankError('CodigoInvalido', `This is not a valid Pix code. ${error.message}.`);
  }
  throw new BankError('CodigoDesconhecido', 'This code points to no charge: it is not dynamic.');
}
