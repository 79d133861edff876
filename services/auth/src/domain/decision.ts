import { type AuditInput, parseAuditInput } from './audit-input.ts';

/** Who decided, and why. */
export type Decision = { readonly operator: string; readonly reason: string };

type What = Pick<AuditInput, 'action' | 'subject' | 'accountId'> & {
  readonly detail?: Readonly<Record<string, unknown>>;
};

/** The line of the audit log about what an operator decided. */
export function decisionLine({ operator, reason }: Decision, what: What, at: Date) {
  const detail = JSON.stringify({ ...what.detail, reason });
  return parseAuditInput({ ...what, actor: `operator:${operator}`, detail }, at);
}

/** Keys that an operator revokes at once, of any account. */
export type WhichKeys =
  | { readonly keyId: string }
  | { readonly accountId: string }
  | { readonly createdBefore: Date };

export type WhichSessions = { readonly accountId: string } | { readonly openedBefore: Date };
