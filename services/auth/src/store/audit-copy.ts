import type { Logger } from '@entrada/platform/telemetry/log';
import type { AuditLine } from '../domain/audit-chain.ts';

/**
 * Copies committed lines to the process log, which outlives a restored database: from it an operator
 * repeats what the database has lost. Where a person's request came from is left out.
 */
export function copyAuditLine(log: Logger, line: AuditLine): void {
  const { seq, at, actor, action, subject, accountId } = line;
  const { ip: _ip, userAgent: _userAgent, ...detail } = JSON.parse(line.detail);
  const hash = line.hash.toString('hex');
  const prevHash = line.prevHash.toString('hex');
  const audit = { seq, hash, prevHash, at, actor, action, subject, accountId, detail };
  log.info({ audit }, 'audit line appended');
}
