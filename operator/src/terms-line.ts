import type { Terms } from '@entrada/contracts/gen/charges/v1/Terms';

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

export function optionOf(field: string): string {
  const flag = flagOf(field);
  return flag ? `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` : field;
}

/** A version of an account's terms in one line. */
export function termsLine(terms: Terms): string {
  const { version, from, feeMode, operator, reason, setAt } = terms;
  const changes = terms.changes.map((field) => optionOf(field)).join(', ');
  const which =
    version === 0 ? "the deployment's own" : `version ${version} from ${from} (sets ${changes})`;
  const fee = `fee ${terms.feeBasisPoints} bps + ${terms.feeFixedCents} cents, ${terms.feeMinCents} to ${terms.feeMaxCents} cents, ${feeMode}`;
  const limits = `value ${terms.valueMinCents} to ${terms.valueMaxCents} cents`;
  const by = version === 0 ? '' : `  set by ${operator} at ${setAt}: ${reason}`;
  return `${which}  ${fee}  ${limits}${dailyOf(terms)}${by}`;
}

/** Nothing where there is no daily limit. */
function dailyOf(terms: Terms): string {
  const limits = [
    [terms.dailyDepositsMax, 'deposits'],
    [terms.dailyDepositCentsMax, 'cents of deposits'],
    [terms.dailyRefundsMax, 'refunds'],
    [terms.dailyRefundCentsMax, 'cents of refunds'],
  ].flatMap(([max, what]) => (max === undefined ? [] : [`${max} ${what}`]));
  return limits.length === 0 ? '' : `  at most ${limits.join(', ')} a day`;
}
