import type { Ports } from './ports.ts';
import { createCharge } from './use-cases/create-charge.ts';
import { getCharge } from './use-cases/get-charge.ts';
import { getPaymentLink } from './use-cases/get-payment-link.ts';
import { notifyPayments } from './use-cases/notify-payments.ts';

/** Everything this service can do. */
export function buildApp(ports: Ports) {
  return {
    createCharge: createCharge(ports),
    getCharge: getCharge(ports),
    getPaymentLink: getPaymentLink(ports),
    notifyPayments: notifyPayments(ports),
  };
}

export type App = ReturnType<typeof buildApp>;
