import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'getPaymentLink' | 'drawQr' | 'qrImages'>;

/** A code never changes, so its image is drawn once and remembered. */
export function getQrImage({ getPaymentLink, drawQr, qrImages }: Needs) {
  return async (paymentLinkId: string): Promise<Buffer> => {
    const known = await qrImages.get(paymentLinkId);
    if (known) return known;
    const { emv } = await getPaymentLink(paymentLinkId);
    const image = await drawQr(emv);
    await qrImages.set(paymentLinkId, image);
    return image;
  };
}
