import type { Charge as ChargeMessage } from '@entrada/contracts/gen/charges/v1/Charge';
import type { ChargeStatus as StatusMessage } from '@entrada/contracts/gen/charges/v1/ChargeStatus';
import type { ChargesServiceDefinition } from '@entrada/contracts/gen/charges/v1/ChargesService';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { Charge, ChargeStatus, Ports } from '../ports.ts';

const STATUS: Partial<Record<StatusMessage, ChargeStatus>> = {
  CHARGE_STATUS_PENDING: 'PENDING',
  CHARGE_STATUS_COMPLETED: 'COMPLETED',
  CHARGE_STATUS_EXPIRED: 'EXPIRED',
  CHARGE_STATUS_CANCELED: 'CANCELED',
};

type ChargePorts = Pick<Ports, 'createCharge' | 'getCharge' | 'getPaymentLink' | 'notifyPayments'>;

export function chargesClient(rpc: RpcClient<ChargesServiceDefinition>): ChargePorts {
  return {
    async createCharge({ accountId, value }) {
      const { charge } = await rpc.createCharge({ accountId, valueCents: value });
      return toCharge(charge);
    },
    async getCharge(input) {
      const { charge, statusSource } = await rpc.getCharge(input);
      return {
        charge: toCharge(charge),
        statusSource: statusSource === 'STATUS_SOURCE_PROVIDER' ? 'provider' : 'stored',
      };
    },
    async getPaymentLink(paymentLinkId) {
      const link = await rpc.getPaymentLink({ paymentLinkId });
      const { emv, valueCents: value, expiresAt } = link;
      return { paymentLinkId, emv, value, expiresAt, status: toStatus(link.status) };
    },
    async notifyPayments(txids) {
      await rpc.notifyPayments({ txids: [...txids] });
    },
  };
}

function toCharge(message: ChargeMessage | null): Charge {
  if (!message) throw new Error('charges answered without a charge');
  const { id, emv, paymentLinkId, createdAt } = message;
  return {
    id,
    emv,
    paymentLinkId,
    value: message.valueCents,
    originalValue: message.originalValueCents,
    fee: message.feeCents,
    status: toStatus(message.status),
    createdAt,
  };
}

function toStatus(message: StatusMessage): ChargeStatus {
  const status = STATUS[message];
  if (!status) throw new Error(`charges answered with the status ${message}`);
  return status;
}
