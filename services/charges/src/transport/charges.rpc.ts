import type { ChargesServiceDefinition } from '@entrada/contracts/gen/charges/v1/ChargesService';
import { AppError } from '@entrada/platform/errors/app-error';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import { isUuid } from '@entrada/platform/text/uuid';
import type { App } from '../app.ts';
import type { Charge, ChargeStatus } from '../domain/charge.ts';
import { parseCents } from '../domain/money.ts';

/** A link that cannot exist: malformed ids and unknown ones get the same answer. */
const NO_LINK = '00000000-0000-0000-0000-000000000000';

/** What we call our charges at the bank; a callback that names anything else is not about them. */
const TXID = /^[0-9a-zA-Z]{26,35}$/;

const STATUS = {
  PENDING: 'CHARGE_STATUS_PENDING',
  COMPLETED: 'CHARGE_STATUS_COMPLETED',
  EXPIRED: 'CHARGE_STATUS_EXPIRED',
  CANCELED: 'CHARGE_STATUS_CANCELED',
} as const satisfies Record<ChargeStatus, string>;

const SOURCE = {
  provider: 'STATUS_SOURCE_PROVIDER',
  stored: 'STATUS_SOURCE_STORED',
} as const;

export function chargesRpc(app: App): RpcHandlers<ChargesServiceDefinition> {
  return {
    async createCharge({ accountId, valueCents }) {
      if (!isUuid(accountId)) throw new AppError('INVALID_ARGUMENT', 'account_id must be a UUID');
      const charge = await app.createCharge({ accountId, value: parseCents(valueCents) });
      return { charge: toMessage(charge) };
    },
    async getCharge({ accountId, paymentLinkId }) {
      const { charge, source } = await app.getCharge({
        accountId,
        paymentLinkId: link(paymentLinkId),
      });
      return { charge: toMessage(charge), statusSource: SOURCE[source] };
    },
    async getPaymentLink({ paymentLinkId }) {
      const { emv, valueCents, status, expiresAt } = toMessage(
        await app.getPaymentLink(link(paymentLinkId)),
      );
      return { paymentLinkId, emv, valueCents, status, expiresAt };
    },
    async notifyPayments({ txids }) {
      await app.notifyPayments(txids.filter((txid) => TXID.test(txid)));
      return {};
    },
  };
}

function link(text: string): string {
  return isUuid(text) ? text : NO_LINK;
}

function toMessage(charge: Charge) {
  return {
    id: charge.id,
    paymentLinkId: charge.paymentLinkId,
    emv: charge.emv,
    valueCents: charge.value,
    originalValueCents: charge.originalValue,
    feeCents: charge.fee,
    status: STATUS[charge.status],
    createdAt: charge.createdAt.toISOString(),
    expiresAt: charge.expiresAt.toISOString(),
  };
}
