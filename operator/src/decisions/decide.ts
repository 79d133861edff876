import { randomUUID } from 'node:crypto';
import { decisionText } from '@entrada/approvals/approvals';
import type { DecisionName } from '@entrada/contracts/decisions';
import type { Approval } from '@entrada/contracts/gen/auth/v1/Approval';
import { present } from '@entrada/platform/grpc/fields';
import { signAsOperator } from '../access/login.ts';
import { connect, reasonOf } from '../access/services.ts';
import type { Context, Outcome } from '../command.ts';
import type { Decision } from './decision.ts';
import { failReturn } from './fail-return.ts';
import { republishEvents } from './republish-events.ts';
import { resolveSuspense } from './resolve-suspense.ts';
import { setFrozen } from './set-frozen.ts';
import { setTerms } from './set-terms.ts';

/** The decision is made only when a second person has approved it. */
const EXIT_NEEDS_APPROVAL = 3;

const ALL = {
  ResolveSuspense: resolveSuspense,
  SetTerms: setTerms,
  FailReturn: failReturn,
  RepublishEvents: republishEvents,
  SetFrozen: setFrozen,
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
