import { Counter, type Registry } from 'prom-client';
import type { Ports } from '../ports.ts';

/** Counts lines about changes that were made and that the audit log does not have; the log line has their content. */
export function countLostLines(
  auditFailed: Ports['auditFailed'],
  metrics: Registry,
): Ports['auditFailed'] {
  const lost = new Counter({
    name: 'audit_lines_lost_total',
    help: 'Lines about the result of a change that could not be appended to the audit log',
    registers: [metrics],
  });
  return (line, error) => {
    lost.inc();
    auditFailed(line, error);
  };
}
