import type { DecisionName } from '@entrada/contracts/decisions';
import { operatorNow } from '../grpc/callers.ts';
import { lookupId } from '../grpc/fields.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import type { AskedDecision } from './decision.ts';

/** Where a long decision goes on, the approval itself, and a field that is not read. */
const NOT_DECIDED = new Set(['approvalId', 'operator', 'resumeFrom']);

/** One text for one decision. A message cannot tell an empty text or list from none, so neither is in it. */
export function decisionText(request: object): string {
  const decided = Object.entries(request).filter(
    ([name, value]) => isDecided(name) && !isAbsent(value),
  );
  return canonicalJson(Object.fromEntries(decided));
}

/** Proto-loader adds a name with an underscore beside each optional field that is set. */
function isDecided(name: string): boolean {
  return !NOT_DECIDED.has(name) && !name.startsWith('_');
}

function isAbsent(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The decision in a request whose call is being handled. */
export function askedDecision(
  decision: DecisionName,
  request: { readonly approvalId: string },
): AskedDecision {
  const approvalId = request.approvalId === '' ? '' : lookupId(request.approvalId);
  return { decision, request: decisionText(request), approvalId, operator: operatorNow() };
}
