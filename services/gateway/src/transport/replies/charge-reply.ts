import type { Charge } from '../../domain/charge.ts';
import { paymentLinkUrl, qrImageUrl } from '../http/payment-link-urls.ts';

/** The specification's fields of a new charge, then ours. */
export function createdReply(charge: Charge, publicBaseUrl: string) {
  const { id, emv, paymentLinkId, value, originalValue, fee, status } = charge;
  return {
    id,
    emv,
    qrCodeLink: qrImageUrl(publicBaseUrl, paymentLinkId),
    paymentLinkId,
    paymentLinkUrl: paymentLinkUrl(publicBaseUrl, paymentLinkId),
    value,
    originalValue,
    fee,
    status,
    expiresAt: charge.expiresAt,
    externalId: charge.externalId,
  };
}

export function chargeReply(charge: Charge, publicBaseUrl: string) {
  const { createdAt, description, paidAt, paidLate, refundedValue } = charge;
  const { expiresAt, externalId, ...specified } = createdReply(charge, publicBaseUrl);
  return {
    ...specified,
    createdAt,
    expiresAt,
    externalId,
    description,
    paidAt,
    paidLate,
    refundedValue,
  };
}
