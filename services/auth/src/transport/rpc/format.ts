import { messageOf } from '@entrada/contracts/message';
import type { AccountIds } from '@entrada/platform/db/public-ids';
import type { Account } from '../../domain/account.ts';
import type { AuditLine } from '../../domain/audit-chain.ts';

export function formatAccount(account: Account, receivesMail: boolean) {
  return messageOf({ ...account, receivesMail });
}

/** As the account sees it: staff are not named, and their reasons are not shown. */
export function formatAuditLine(line: AuditLine, ids: AccountIds) {
  const { seq, at, actor, action, subject } = line;
  const { ip, reason, askedBy, approvedBy, approvalId, ...detail } = JSON.parse(line.detail);
  const isOperator = actor.startsWith('operator:');
  return messageOf({
    id: ids.encode(seq),
    at,
    actor: isOperator ? 'operator' : actor,
    action,
    subject,
    detail: JSON.stringify(isOperator ? detail : { ...detail, reason }),
    ip: typeof ip === 'string' ? ip : null,
  });
}
