export function paymentLinkUrl(publicBaseUrl: string, paymentLinkId: string): string {
  return new URL(`/payment-link/${paymentLinkId}`, publicBaseUrl).href;
}

export function qrImageUrl(publicBaseUrl: string, paymentLinkId: string): string {
  return `${paymentLinkUrl(publicBaseUrl, paymentLinkId)}/qr.png`;
}
