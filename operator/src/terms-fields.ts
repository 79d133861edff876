/** How each option of an account's terms is called in the contract. */
export const TERMS_FIELDS = {
  feeBps: 'feeBasisPoints',
  feeFixed: 'feeFixedCents',
  feeMin: 'feeMinCents',
  feeMax: 'feeMaxCents',
  feeMode: 'feeMode',
  valueMin: 'valueMinCents',
  valueMax: 'valueMaxCents',
  dailyDeposits: 'dailyDepositsMax',
  dailyDepositCents: 'dailyDepositCentsMax',
  dailyRefunds: 'dailyRefundsMax',
  dailyRefundCents: 'dailyRefundCentsMax',
} as const;

export type TermsFlag = keyof typeof TERMS_FIELDS;

export function flagOf(field: string): TermsFlag | undefined {
  return (Object.keys(TERMS_FIELDS) as TermsFlag[]).find((flag) => TERMS_FIELDS[flag] === field);
}
