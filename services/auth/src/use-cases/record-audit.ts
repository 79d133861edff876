import { parseFact } from '../domain/audit-fact.ts';
import type { Ports } from '../ports.ts';

type Told = Parameters<typeof parseFact>[0];

export function recordAudit({ audit, now }: Pick<Ports, 'audit' | 'now'>) {
  return async (told: Told): Promise<void> => audit.append(parseFact(told, now()));
}
