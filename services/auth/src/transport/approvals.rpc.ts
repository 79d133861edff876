import { decisionText } from '@entrada/approvals/approvals';
import type { Signature } from '@entrada/approvals/decision';
import { type DecisionName, isDecisionName } from '@entrada/contracts/decisions';
import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import { messageOf } from '@entrada/contracts/message';
import { fieldError } from '@entrada/platform/errors/app-error';
import { markBegun } from '@entrada/platform/grpc/call-context';
import { callerNow, operatorNow } from '@entrada/platform/grpc/callers';
import { lookupId, matchingField, timeField, uuidField } from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import { HIDDEN } from '@entrada/platform/text/deceptive';
import type { App } from '../app.ts';
import { type Approval, stateOf } from '../domain/approval.ts';

/** With what else a line of the audit log says about it, it fits into one. */
const REQUEST_LENGTH_MAX = 3_000;
/** Another person reads it at a terminal, which control and invisible characters could make show something else. */
const REASON = /^[^\p{Cc}\p{Cf}]{1,500}$/u;

type Handlers = RpcHandlers<AuthServiceDefinition>;

/** Decisions about money that need a second person. */
export function approvalsRpc(app: App, now: () => Date) {
  const format = (approval: Approval) => ({ approval: formatApproval(approval, now()) });
  return {
    async askForApproval({ approvalId, decision, request, signature }) {
      const id = uuidField('approvalId', approvalId);
      const asked = { id, decision: parseDecisionName(decision), request: parseRequest(request) };
      const by = { askedBy: operatorNow(), askedSignature: parseSignature(signature) };
      return format(await app.askForApproval({ ...asked, ...by }));
    },
    async listApprovals({ withEnded }) {
      const approvals = await app.listApprovals(withEnded);
      return { approvals: approvals.map((approval) => formatApproval(approval, now())) };
    },
    async getApproval({ approvalId }) {
      return format(await app.getApproval(lookupId(approvalId)));
    },
    async approveDecision({ approvalId, signature }) {
      const signed = parseSignature(signature);
      return format(await app.approveDecision(lookupId(approvalId), operatorNow(), signed));
    },
    async rejectDecision({ approvalId, reason: text }) {
      const reason = matchingField('reason', text, REASON);
      const decided = { operator: operatorNow(), reason };
      return format(await app.rejectDecision(lookupId(approvalId), decided));
    },
    async checkApproval({ approvalId, decision, request, person }) {
      const asked = {
        approvalId: approvalId === '' ? '' : lookupId(approvalId),
        decision: parseDecisionName(decision),
        request,
        operator: person,
      };
      const approved = await app.checkApproval(asked, callerNow().service);
      return approved ?? {};
    },
    async finishApproval({ approvalId }) {
      markBegun();
      await app.finishApproval(lookupId(approvalId), callerNow().service);
      return {};
    },
  } satisfies Partial<Handlers>;
}

/** Also a chain of authorities would fit. */
const SIGNATURE_LENGTH_MAX = 10_000;

function parseSignature(signature: Signature | null): Signature | null {
  if (!signature) return null;
  const { signedAt, certificate, value } = signature;
  if (certificate.length + value.length > SIGNATURE_LENGTH_MAX) {
    throw fieldError('signature', 'is too long');
  }
  return { signedAt: timeField('signedAt', signedAt).toISOString(), certificate, value };
}

function parseDecisionName(text: string): DecisionName {
  if (isDecisionName(text)) return text;
  throw fieldError('decision', 'is not a decision that is approved');
}

function parseRequest(text: string): string {
  if (text.length > REQUEST_LENGTH_MAX) {
    throw fieldError('request', `must have at most ${REQUEST_LENGTH_MAX} characters`);
  }
  const value = jsonIn(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw fieldError('request', 'must be a JSON object');
  }
  if (Object.values(value).some((one) => HIDDEN.test(String(one)))) {
    throw fieldError('request', 'must have no control or invisible characters');
  }
  return decisionText(value);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function formatApproval(approval: Approval, now: Date) {
  return messageOf({ ...approval, status: stateOf(approval, now) });
}
