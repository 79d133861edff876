import { formatValor } from '@entrada/pix/amount';
import { encodeBrCode } from '@entrada/pix/brcode/encode';
import type { Charge } from '../domain/charge.ts';

type Merchant = { readonly merchantName: string; readonly merchantCity: string };

/** The copy-and-paste code of a charge. */
export type CodeOf = (charge: Charge) => string;
export type ShowCob = ReturnType<typeof showCob>;

export function codeOf({ merchantName, merchantCity }: Merchant): CodeOf {
  return ({ location, valueCents }) =>
    encodeBrCode({
      url: location,
      pointOfInitiation: '12',
      amountCents: valueCents,
      name: merchantName,
      city: merchantCity,
    });
}

/** A charge as the Pix API writes it. */
export function showCob(code: CodeOf) {
  return (charge: Charge) => {
    const { location } = charge;
    const criacao = charge.createdAt.toISOString();
    return {
      txid: charge.txid,
      revisao: charge.revision,
      status: charge.status,
      calendario: { criacao, expiracao: charge.expiresInSeconds },
      valor: { original: formatValor(charge.valueCents) },
      chave: charge.pixKey,
      loc: { id: charge.locationId, txid: charge.txid, location, tipoCob: 'cob', criacao },
      location,
      pixCopiaECola: code(charge),
      ...charge.details,
    };
  };
}
