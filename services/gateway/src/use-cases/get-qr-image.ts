import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'getPaymentLink' | 'drawQr'>;

export function getQrImage({ getPaymentLink, drawQr }: Needs) {
  return async (paymentLinkId: string, format: 'png' | 'svg'): Promise<Buffer> => {
    const { emv } = await getPaymentLink(paymentLinkId);
    return drawQr(emv, format);
  };
}
