import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'getPaymentLink' | 'drawQr' | 'qrImages'>;

/** A code never changes, so its image is cached. */
export function getQrImage({ getPaymentLink, drawQr, qrImages }: Needs) {
  return async (paymentLinkId: string, format: 'png' | 'svg'): Promise<Buffer> => {
    const name = `${format}:${paymentLinkId}`;
    const known = await qrImages.get(name);
    if (known) return known;
    const { emv } = await getPaymentLink(paymentLinkId);
    const image = await drawQr(emv, format);
    await qrImages.set(name, image);
    return image;
  };
}
