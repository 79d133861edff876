import { fieldError } from '@entrada/platform/errors/app-error';
import type { Approval } from './approval.ts';
import type { AuditEntry } from './audit-chain.ts';

const ACTOR = /^[a-z]{1,20}:[\x21-\x7e]{1,100}$/;
const ACTION = /^(?=.{1,64}$)[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;
const SUBJECT = /^[a-z_]{1,20}:[\x21-\x7e]{1,200}$/;
const DETAIL_LENGTH_MAX = 4_096;
const DETAIL_DEPTH_MAX = 6;
const OWN_SECRET = /ent_(live|test)_|whsec_/i;
/** In names of JSON fields that may hold secrets of others. */
const SECRET_NAME = /password|secret|token|authorization/i;

export type AuditInput = {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly accountId: string;
  readonly detail: string;
};

/** Input of other services: bounded in size and checked for secrets. */
export function parseAuditInput(
  { actor, action, subject, accountId, detail }: AuditInput,
  at: Date,
): AuditEntry {
  if (!ACTOR.test(actor)) throw fieldError('actor', 'must have the form account:<id>');
  if (!ACTION.test(action))
    throw fieldError('action', 'must have a form such as webhook.secret_rotated');
  if (!SUBJECT.test(subject)) throw fieldError('subject', 'must have the form webhook:<id>');
  if ([actor, subject, detail].some(mayHoldSecret)) {
    throw fieldError('detail', 'must not contain a secret');
  }
  return { at, actor, action, subject, accountId, detail: parseDetail(detail) };
}

function parseDetail(text: string): Record<string, unknown> {
  if (text === '') return {};
  if (text.length > DETAIL_LENGTH_MAX) {
    throw fieldError('detail', `must have at most ${DETAIL_LENGTH_MAX} characters`);
  }
  const value = objectIn(text);
  if (value === null) throw fieldError('detail', 'must be a JSON object');
  if (!isShallow(value, DETAIL_DEPTH_MAX)) throw fieldError('detail', 'is nested too deeply');
  return value;
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

function mayHoldSecret(text: string): boolean {
  if (OWN_SECRET.test(text)) return true;
  const parts = text.split('"');
  return parts.some(
    (part, index) => index > 0 && SECRET_NAME.test(part) && /^\s*:/.test(parts[index + 1] ?? ''),
  );
}

type AccountAction = Pick<AuditEntry, 'action'> &
  Partial<Pick<AuditEntry, 'actor' | 'subject' | 'detail'>>;

/** Somebody who has not proven to be the account. */
export const UNKNOWN = 'account:unknown';

/** The line of the audit log about an account: by itself and to itself where nobody and nothing else is named. */
export function accountLine(accountId: string, what: AccountAction, at: Date): AuditEntry {
  const own = `account:${accountId}`;
  return { at, actor: own, subject: own, accountId, detail: {}, ...what };
}

type ApprovalStep = {
  readonly action: string;
  readonly operator: string;
  readonly detail?: Readonly<Record<string, string>>;
};

/** The line of the audit log about a step of an approval. It names no account, which would read it too early. */
export function approvalLine(
  approval: Approval,
  { action, operator, detail }: ApprovalStep,
  at: Date,
): AuditEntry {
  const { id, decision, request, askedBy } = approval;
  return parseAuditInput(
    {
      actor: `operator:${operator}`,
      action,
      subject: `approval:${id}`,
      accountId: '',
      detail: JSON.stringify({ decision, request: JSON.parse(request), askedBy, ...detail }),
    },
    at,
  );
}

/** Who decided, and why. */
export type Decision = { readonly operator: string; readonly reason: string };

type DecidedAction = Pick<AuditInput, 'action' | 'accountId'> & {
  readonly subject?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
};

/** The line of the audit log about what an operator decided, of the account where no other subject is named. */
export function decisionLine({ operator, reason }: Decision, what: DecidedAction, at: Date) {
  const [actor, subject] = [`operator:${operator}`, `account:${what.accountId}`];
  const detail = JSON.stringify({ ...what.detail, reason });
  return parseAuditInput({ subject, ...what, actor, detail }, at);
}

/** Keys that an operator revokes at once, of any account. */
export type WhichKeys =
  | { readonly keyId: string }
  | { readonly accountId: string }
  | { readonly createdBefore: Date };

export type WhichSessions = { readonly accountId: string } | { readonly openedBefore: Date };
