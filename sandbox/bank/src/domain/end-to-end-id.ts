/** ISPB of the payer's institution; no real one has this number. */
const PAYER_ISPB = '99999999';
export const END_TO_END_SUFFIX_LENGTH = 11;

/** `E`, the payer's institution, the minute in UTC and eleven characters that make it unique. */
export function endToEndId(paidAt: Date, suffix: string): string {
  return `E${PAYER_ISPB}${minuteOf(paidAt)}${suffix}`;
}

/** The same for money that goes back. */
export function returnId(requestedAt: Date, suffix: string): string {
  return `D${PAYER_ISPB}${minuteOf(requestedAt)}${suffix}`;
}

function minuteOf(at: Date): string {
  return at.toISOString().slice(0, 16).replace(/[-T:]/g, '');
}
