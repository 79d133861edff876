import type { ChargesServiceDefinition } from '@entrada/contracts/gen/charges/v1/ChargesService';
import type { Terms as TermsMessage } from '@entrada/contracts/gen/charges/v1/Terms';
import { decodeBrCode } from '@entrada/pix/brcode/decode';
import { given, orNull, present } from '@entrada/platform/grpc/fields';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { Terms } from '../domain/account.ts';
import type { CountedHours } from '../ports/hours.ts';
import type { ChargePorts } from '../ports.ts';
import { isStatus } from './changes.ts';
import { toCharge, toRefund, toStatus } from './charge-message.ts';
import { inPartTime } from './part-deadline.ts';
import { toTimeline } from './timeline.ts';

export function chargesClient(
  rpc: RpcClient<ChargesServiceDefinition>,
): ChargePorts & Pick<CountedHours, 'getChargeHours'> {
  return {
    getChargeHours: (query) => inPartTime(() => rpc.getChargeHours(query)),
    async createCharge({ value, expiresIn, ...input }) {
      const { charge, replayed } = await rpc.createCharge({
        accountId: input.accountId,
        valueCents: value,
        expiresInSeconds: expiresIn ?? 0,
        externalId: input.externalId ?? '',
        description: input.description ?? '',
        metadata: { ...input.metadata },
        idempotency: input.idempotency ?? null,
        requester: input.requester,
      });
      return { charge: toCharge(present(charge, 'charge')), replayed };
    },
    async getCharge(input) {
      const { charge, statusSource } = await rpc.getCharge(input);
      return {
        charge: toCharge(present(charge, 'charge')),
        statusSource: statusSource === 'STATUS_SOURCE_PROVIDER' ? 'provider' : 'stored',
      };
    },
    async listCharges({ status, ...input }) {
      const { charges, nextCursor } = await rpc.listCharges({
        ...given(input),
        ...(status ? { status: `CHARGE_STATUS_${status}` as const } : {}),
      });
      return { items: charges.map(toCharge), nextCursor: orNull(nextCursor) };
    },
    async cancelCharge(input) {
      const { charge } = await rpc.cancelCharge(input);
      return toCharge(present(charge, 'charge'));
    },
    ...refundCalls(rpc),
    async getChargeTimeline(input) {
      const { chargeId, entries } = await rpc.getChargeTimeline(input);
      return { chargeId, entries: toTimeline(entries) };
    },
    async getPaymentLink(paymentLinkId) {
      const link = await rpc.getPaymentLink({ paymentLinkId });
      const { accountId, emv, valueCents: value, receivedCents: received, expiresAt } = link;
      const description = orNull(link.description);
      const status = toStatus(link.status);
      const receiver = receiverIn(emv);
      const shown = { emv, value, received, expiresAt, description, status, receiver };
      return { paymentLinkId, accountId, ...shown };
    },
    async getLinkStatuses(paymentLinkIds) {
      const { statuses } = await rpc.getLinkStatuses({ paymentLinkIds: [...paymentLinkIds] });
      return statuses.flatMap(({ paymentLinkId, status, receivedCents: received }) =>
        isStatus(status) ? [[paymentLinkId, { status, received }] as const] : [],
      );
    },
    async notifyPayments(payments) {
      // The bare ids too: a charges service of the version before reads only those.
      const txids = payments.map(({ txid }) => txid).filter((txid) => txid !== '');
      const endToEndIds = payments.map(({ endToEndId }) => endToEndId).filter((id) => id !== '');
      await rpc.notifyPayments({ payments: [...payments], txids, endToEndIds });
    },
    async getTerms(accountId) {
      const reply = await rpc.getTerms({ accountId: accountId ?? '' });
      const { current, next, defaultExpiresInSeconds: defaultExpiresIn } = reply;
      return {
        current: toTerms(present(current, 'terms')),
        next: next && toTerms(next),
        defaultExpiresIn,
      };
    },
  };
}

type RefundPorts = Pick<ChargePorts, 'listRefunds' | 'getRefund' | 'refundCharge'>;

function refundCalls(rpc: RpcClient<ChargesServiceDefinition>): RefundPorts {
  return {
    async listRefunds({ status, ...input }) {
      const { refunds, nextCursor } = await rpc.listRefunds({
        ...given(input),
        ...(status ? { status: `REFUND_STATUS_${status}` as const } : {}),
      });
      return { items: refunds.map(toRefund), nextCursor: orNull(nextCursor) };
    },
    async getRefund(accountId, refundId) {
      const { refund } = await rpc.getRefund({ accountId, refundId });
      return toRefund(present(refund, 'refund'));
    },
    async refundCharge({ value, ...input }) {
      const { refund, replayed } = await rpc.refundCharge({
        ...given(input),
        valueCents: value ?? 0,
      });
      return { refund: toRefund(present(refund, 'refund')), replayed };
    },
  };
}

/** Null if the code cannot be decoded. */
function receiverIn(emv: string): string | null {
  try {
    return decodeBrCode(emv).name;
  } catch {
    return null;
  }
}

function toTerms(message: TermsMessage): Terms {
  return {
    version: message.version,
    from: orNull(message.from),
    fee: {
      basisPoints: message.feeBasisPoints,
      fixed: message.feeFixedCents,
      min: message.feeMinCents,
      max: message.feeMaxCents,
      mode: message.feeMode,
    },
    limits: { min: message.valueMinCents, max: message.valueMaxCents },
  };
}
