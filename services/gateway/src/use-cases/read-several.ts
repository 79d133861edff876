import { AppError, isUnavailable, unlessNotFound } from '@entrada/platform/errors/app-error';
import { EXPIRES_IN } from '../domain/charge.ts';
import { SANDBOX_SCENARIOS } from '../domain/sandbox.ts';
import type { Ports, TimelineEntry } from '../ports.ts';

/** For a part without which a reply is still useful. */
export async function nullIfUnavailable<T>(part: Promise<T>): Promise<T | null> {
  try {
    return await part;
  } catch (error) {
    if (isUnavailable(error)) return null;
    throw error;
  }
}

/** The installation as clients see it; with an account, that account's own terms. Its mode is known without charges. */
export function getDeployment({ getTerms, deployment, sandbox }: Ports) {
  return async (accountId: string | null) => {
    const terms = await nullIfUnavailable(getTerms(accountId));
    return {
      ...deployment,
      sandbox: sandbox !== null,
      sandboxScenarios: sandbox ? SANDBOX_SCENARIOS : [],
      fee: terms?.current.fee ?? null,
      limits: terms?.current.limits ?? null,
      expiresIn: { default: terms?.defaultExpiresIn ?? null, ...EXPIRES_IN },
    };
  };
}

/** Null while charges is unavailable: an account is shown without its terms. */
export function getOwnTerms({ getTerms }: Ports) {
  return async (accountId: string) => {
    const terms = await nullIfUnavailable(getTerms(accountId));
    return terms && { ...terms.current, next: terms.next };
  };
}

/** A charge of another account is not found. */
type OwnCharge = { readonly accountId: string; readonly paymentLinkId: string };

/** One timeline of a charge, merged from the entries of three services; `incomplete` names the unavailable ones. */
export function getTimeline({ getChargeTimeline, getLedgerTimeline, getDeliveryTimeline }: Ports) {
  return async (own: OwnCharge) => {
    const { chargeId, entries } = await getChargeTimeline(own);
    const charge = { accountId: own.accountId, chargeId };
    const [ledger, webhooks] = await Promise.all([
      nullIfUnavailable(getLedgerTimeline(charge)),
      nullIfUnavailable(getDeliveryTimeline(charge)),
    ]);
    return {
      timeline: inOrder([...entries, ...(ledger ?? []), ...(webhooks ?? [])]),
      incomplete: [...(ledger ? [] : ['ledger']), ...(webhooks ? [] : ['webhooks'])],
    };
  };
}

/** Oldest entry first; entries of the same time keep their order. */
function inOrder(entries: readonly TimelineEntry[]): TimelineEntry[] {
  return entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** The receipt of a credit; there is none before the ledger has booked it. */
export function getReceipt({ getCharge, getReceipt: readReceipt }: Ports) {
  return async (own: OwnCharge): Promise<Record<string, unknown>> => {
    const { charge } = await getCharge(own);
    const { accountId } = own;
    const receipt = await unlessNotFound(readReceipt({ accountId, chargeId: charge.id }));
    if (receipt) return receipt;
    throw new AppError('NOT_FOUND', 'No receipt: the charge is not credited yet', {
      reason: 'receipt_not_found',
    });
  };
}
