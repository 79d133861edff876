import { randomUUID } from 'node:crypto';
import { decisionText } from '@entrada/approvals/approvals';
import type { DecisionName } from '@entrada/contracts/decisions';
import type { Approval } from '@entrada/contracts/gen/auth/v1/Approval';
import type { SetTermsRequestInput } from '@entrada/contracts/gen/charges/v1/SetTermsRequest';
import { present } from '@entrada/platform/grpc/fields';
import { signAsOperator } from '../access/login.ts';
import { connect, reasonOf } from '../access/services.ts';
import type { Context, Decision, Outcome } from '../command.ts';
import { optionOf, TERMS_FIELDS, termsLine } from '../terms-line.ts';
import { recoverCharges } from './recover-charges.ts';
import { republishEvents } from './republish-events.ts';
import { resolveSuspense } from './resolve-suspense.ts';

type TermsRequest = SetTermsRequestInput & { readonly accountId: string };

const setTerms: Decision<TermsRequest> = {
  async words(context, request) {
    using charges = await connect(context, 'charges');
    const { accountId, from } = request;
    const { current, next } = await charges.getTerms({ accountId });
    const given = Object.values(TERMS_FIELDS).flatMap((field) =>
      request[field] === undefined ? [] : [`${optionOf(field)} ${request[field]}`],
    );
    const defaults = (request.defaults ?? []).map((field) => `${optionOf(field)} default`);
    return [
      `Sets the terms of account ${accountId}, from ${from || 'the moment it is approved'}: ${[...given, ...defaults].join(', ')}.`,
      ...(current ? [`Now: ${termsLine(current)}`] : []),
      ...(next ? [`Scheduled next: ${termsLine(next)}`] : []),
    ];
  },
  async carryOut(context, request, approvalId) {
    using charges = await connect(context, 'charges');
    const { terms } = await charges.setTerms({ ...request, approvalId });
    return { text: terms ? termsLine(terms) : 'Set.', json: terms };
  },
};

type FreezeRequest = {
  readonly accountId: string;
  readonly frozen: boolean;
  readonly reason: string;
};

const setFrozen: Decision<FreezeRequest> = {
  async words(context, { accountId, frozen }) {
    using auth = await connect(context, 'auth');
    const { account } = await auth.getAccount({ accountId });
    const whose = `account ${accountId} (${account?.name}, ${account?.email})`;
    const now = account?.frozenAt ? `It is frozen since ${account.frozenAt}.` : 'It is not frozen.';
    return frozen
      ? [
          `Freezes ${whose}: its keys and every change in its dashboard are refused; money that arrives is still credited.`,
          now,
        ]
      : [`Ends the freeze of ${whose}: its keys and its dashboard work again.`, now];
  },
  async carryOut(context, { accountId, frozen, reason }, approvalId) {
    using auth = await connect(context, 'auth');
    const { changed } = await auth.setFrozen({ accountId, frozen, reason, approvalId });
    const state = frozen ? 'frozen' : 'not frozen';
    const text = `Account ${accountId} is ${state}${changed ? '' : ', as it was before'}.`;
    return { text, json: { accountId, frozen, changed } };
  },
};

type FailureRequest = (
  | { readonly refundId: string; readonly exceptionId?: undefined }
  | { readonly exceptionId: string; readonly refundId?: undefined }
) & { readonly reason: string };

/** Charges asks the bank about the payment once more. */
const BANK_ASKED_MAX_MS = 30_000;

const failReturn: Decision<FailureRequest> = {
  words: async (_context, { refundId, exceptionId }) => [
    refundId
      ? `Ends refund ${refundId} as failed: what is held for it is available to the account again.`
      : `Ends the return of suspended payment ${exceptionId}: it waits for a decision again.`,
    'The bank has denied the payment for hours. If it returns the money after all, that is booked as a return.',
  ],
  async carryOut(context, { refundId = '', exceptionId = '', reason }, approvalId) {
    using charges = await connect(context, 'charges', BANK_ASKED_MAX_MS);
    const asked = { refundId, exceptionId, reason, approvalId };
    const { endToEndId, valueCents } = await charges.failReturn(asked);
    const what = refundId ? `Refund ${refundId}` : `The return of suspended payment ${exceptionId}`;
    const text = `${what} has failed: ${valueCents} cents of payment ${endToEndId} stay here.`;
    return { text, json: { refundId, exceptionId, endToEndId, valueCents } };
  },
};

/** The decision is made only when a second person has approved it. */
const EXIT_NEEDS_APPROVAL = 3;

const ALL = {
  ResolveSuspense: resolveSuspense,
  SetTerms: setTerms,
  FailReturn: failReturn,
  RepublishEvents: republishEvents,
  SetFrozen: setFrozen,
  Recover: recoverCharges,
} satisfies Record<DecisionName, unknown>;

type All = typeof ALL;
type RequestOf<N extends DecisionName> = All[N] extends Decision<infer R> ? R : never;

export function decisionOf<N extends DecisionName>(name: N): Decision<RequestOf<N>> {
  return ALL[name] as unknown as Decision<RequestOf<N>>;
}

/** Carries a decision out; where the service wants a second person, it asks for one. */
export async function decide<N extends DecisionName>(
  context: Context,
  name: N,
  request: RequestOf<N>,
): Promise<Outcome> {
  const { carryOut } = decisionOf(name);
  return carryOut(context, request, '').catch(async (error: unknown) => {
    if (reasonOf(error) !== 'approval_required') throw error;
    return waiting(await askFor(context, name, request));
  });
}

/** Asks for a second person. */
export async function askFor<N extends DecisionName>(
  context: Context,
  name: N,
  request: RequestOf<N>,
): Promise<Approval> {
  const { toAsk } = decisionOf(name);
  const asked = decisionText((toAsk ? await toAsk(context, request) : request) as object);
  const about = { approvalId: randomUUID(), decision: name, request: asked };
  const signature = await signAsOperator(context, { step: 'ASK', ...about });
  using auth = await connect(context, 'auth');
  const { approval } = await auth.askForApproval({ ...about, signature });
  return present(approval, 'approval');
}

function waiting(approval: Approval): Outcome {
  const { id, expiresAt } = approval;
  return {
    text: [
      `Nothing was done yet: it needs a second person. Ask one to run: operator approve ${id}`,
      `The request expires at ${expiresAt}. operator reject ${id} --reason <why> withdraws it.`,
    ],
    json: { approvalRequired: true, approval: approvalJson(approval) },
    exitCode: EXIT_NEEDS_APPROVAL,
  };
}

export function approvalJson({ request, ...approval }: Approval) {
  return { ...approval, request: JSON.parse(request) };
}
