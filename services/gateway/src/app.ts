import type { Ports } from './ports.ts';
import { authenticate } from './use-cases/authenticate.ts';
import { getQrImage } from './use-cases/get-qr-image.ts';

/** Everything this service can do. What other services do is passed on as it is. */
export function buildApp(ports: Ports) {
  const { createCharge, getCharge, getPaymentLink, notifyPayments, getBalance } = ports;
  return {
    authenticate: authenticate(ports),
    createCharge,
    getCharge,
    getBalance,
    getPaymentLink,
    getQrImage: getQrImage(ports),
    notifyPayments,
  };
}

export type App = ReturnType<typeof buildApp>;
