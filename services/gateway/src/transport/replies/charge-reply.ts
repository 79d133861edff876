import type { Charge } from '../../domain/charge.ts';

/** Charges as they are shown: the specification's fields, then ours. */
export function chargeReplies(publicBaseUrl: string) {
  // Parsed once, for doing it in every reply shows in a profile.
  const { origin } = new URL(publicBaseUrl);

  function created(charge: Charge) {
    const paymentLinkUrl = `${origin}/payment-link/${charge.paymentLinkId}`;
    return {
      id: charge.id,
      emv: charge.emv,
      qrCodeLink: `${paymentLinkUrl}/qr.png`,
      paymentLinkId: charge.paymentLinkId,
      paymentLinkUrl,
      value: charge.value,
      originalValue: charge.originalValue,
      fee: charge.fee,
      status: charge.status,
      expiresAt: charge.expiresAt,
      externalId: charge.externalId,
      metadata: charge.metadata,
    };
  }

  return {
    created,
    queried(charge: Charge) {
      const { createdAt, description, paidAt, paidLate, refundedValue } = charge;
      const { endToEndId, paidValue, creditedValue, payer } = charge;
      const details = { createdAt, description, paidAt, paidLate, refundedValue };
      return Object.assign(created(charge), details, {
        endToEndId,
        paidValue,
        creditedValue,
        payer,
      });
    },
  };
}
