import type { Ports } from './ports.ts';
import { deleteWebhook } from './use-cases/delete-webhook.ts';
import { getCharge } from './use-cases/get-charge.ts';
import { getPayment } from './use-cases/get-payment.ts';
import { getWebhook } from './use-cases/get-webhook.ts';
import { listOpenCharges } from './use-cases/list-open-charges.ts';
import { payCode } from './use-cases/pay-code.ts';
import { putCharge } from './use-cases/put-charge.ts';
import { putWebhook } from './use-cases/put-webhook.ts';
import { removeCharge } from './use-cases/remove-charge.ts';

/** Everything this bank can do. */
export function buildApp(ports: Ports) {
  return {
    putCharge: putCharge(ports),
    getCharge: getCharge(ports),
    removeCharge: removeCharge(ports),
    listOpenCharges: listOpenCharges(ports),
    payCode: payCode(ports),
    getPayment: getPayment(ports),
    listPayments: ports.payments.list,
    readTruth: ports.payments.truth,
    putWebhook: putWebhook(ports),
    getWebhook: getWebhook(ports),
    deleteWebhook: deleteWebhook(ports),
  };
}

export type App = ReturnType<typeof buildApp>;
