import { type AuditInput, parseAuditInput } from '../domain/audit-input.ts';
import type { Ports } from '../ports.ts';

export function recordAudit({ audit, now }: Pick<Ports, 'audit' | 'now'>) {
  return async (input: AuditInput): Promise<void> => audit.append(parseAuditInput(input, now()));
}
