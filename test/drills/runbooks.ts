import { OPERATOR_LINES } from '../../deploy/monitoring/runbooks.ts';

/** They decide about money, accounts or records, or need something that no runbook has at hand. */
const DECISIONS =
  /^operator (login|approve|suspense (credit|refund|reopen)|refund fail|unclear dismiss|account|parked (retry|discard)|republish|audit-log)/;

type DepositIds = { readonly chargeId: string; readonly paymentLinkId: string };

/** The commands of the runbooks that only look, about a deposit that there is. */
export function lookingCommands({ chargeId, paymentLinkId }: DepositIds): string[] {
  return OPERATOR_LINES.map(({ text }) => text)
    .filter((text) => !DECISIONS.test(text))
    .map((text) => text.replace('<charge id>', chargeId).replace('<id>', paymentLinkId));
}
