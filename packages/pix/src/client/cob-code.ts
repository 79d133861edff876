import { BrCodeError } from '../brcode/br-code-error.ts';
import { encodeBrCode } from '../brcode/encode.ts';
import type { Cob } from './cob.ts';
import { PixError } from './pix-error.ts';

type Merchant = { readonly merchantName: string; readonly merchantCity: string };

/** Some banks return only the location; the code is then encoded here. */
export function withCode(cob: Cob, { merchantName, merchantCity }: Merchant): Cob {
  if (cob.pixCopiaECola !== undefined || cob.location === undefined) return cob;
  try {
    const code = {
      kind: 'dynamic',
      url: cob.location,
      name: merchantName,
      city: merchantCity,
    } as const;
    return { ...cob, pixCopiaECola: encodeBrCode(code) };
  } catch (error) {
    if (!(error instanceof BrCodeError)) throw error;
    throw new PixError(
      'bad-response',
      'The bank returned a location that does not fit into a payment code',
      error,
    );
  }
}
