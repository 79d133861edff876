import { askedDecision } from '@entrada/approvals/approvals';
import type { ChargesServiceDefinition } from '@entrada/contracts/gen/charges/v1/ChargesService';
import type { SetTermsRequest } from '@entrada/contracts/gen/charges/v1/SetTermsRequest';
import { fieldError } from '@entrada/platform/errors/app-error';
import {
  choiceField,
  formatTime,
  given,
  optionalTimeField,
  uuidField,
} from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import type { App } from '../app.ts';
import { TERMS_FIELDS as FIELDS, type OwnTerms, type StatedTerms } from '../domain/terms.ts';

const MODES = ['DEDUCT', 'ON_TOP'] as const;
const REASON_LENGTH_MAX = 500;

type Handlers = Partial<RpcHandlers<ChargesServiceDefinition>>;

/** Terms of single accounts, for operators and for the account that wants to know its own. */
export function termsRpc(app: App) {
  return {
    async getTerms({ accountId }) {
      const { current, next, defaultExpiresInSeconds } = await app.getTerms(
        accountId === '' ? null : uuidField('accountId', accountId),
      );
      return {
        current: messageOf(current),
        next: next && messageOf(next),
        defaultExpiresInSeconds,
      };
    },
    async listTerms({ accountId }) {
      const versions = await app.listTerms(uuidField('accountId', accountId));
      return { versions: versions.map(messageOf) };
    },
    async setTerms(request) {
      const terms = await app.setTerms({
        accountId: uuidField('accountId', request.accountId),
        change: changeIn(request),
        from: optionalTimeField('from', request.from),
        asked: askedDecision('SetTerms', request),
        reason: bounded('reason', request.reason, REASON_LENGTH_MAX),
      });
      return { terms: messageOf(terms) };
    },
  } satisfies Handlers;
}

function changeIn(request: SetTermsRequest): Partial<OwnTerms> {
  const given = FIELDS.filter((field) => request[field] !== undefined && request[field] !== null);
  const change = Object.fromEntries(given.map((field) => [field, request[field]]));
  const defaults = request.defaults.map((field) => choiceField('defaults', field, FIELDS));
  const both = defaults.find((field) => field in change);
  if (both) throw fieldError(both, 'must not have a value and be listed in defaults');
  if (change.feeMode !== undefined) choiceField('feeMode', String(change.feeMode), MODES);
  return { ...change, ...Object.fromEntries(defaults.map((field) => [field, null])) };
}

function bounded(field: string, text: string, lengthMax: number): string {
  const trimmed = text.trim();
  if (trimmed !== '' && trimmed.length <= lengthMax) return trimmed;
  throw fieldError(field, `must have 1 to ${lengthMax} characters`);
}

function messageOf({ own, effective: { version, feePlan, limits } }: StatedTerms) {
  return {
    version,
    from: formatTime(own?.from),
    feeBasisPoints: feePlan.basisPoints,
    feeFixedCents: feePlan.fixedCents,
    feeMinCents: feePlan.minCents,
    feeMaxCents: feePlan.maxCents ?? limits.maxCents,
    feeMode: feePlan.mode,
    valueMinCents: limits.minCents,
    valueMaxCents: limits.maxCents,
    operator: own?.operator ?? '',
    reason: own?.reason ?? '',
    setAt: formatTime(own?.setAt),
    defaults: FIELDS.filter((field) => (own?.[field] ?? null) === null),
    changes: [...(own?.changes ?? [])],
    ...given({
      dailyDepositsMax: own?.dailyDepositsMax ?? undefined,
      dailyDepositCentsMax: own?.dailyDepositCentsMax ?? undefined,
      dailyRefundsMax: own?.dailyRefundsMax ?? undefined,
      dailyRefundCentsMax: own?.dailyRefundCentsMax ?? undefined,
    }),
  };
}
