import { Gauge, type Registry } from 'prom-client';
import type { AuditHead } from '../domain/audit-chain.ts';

/** As many as a number holds exactly. */
const HASH_BYTES = 6;

/** Returns what to call with each end of the audit log that is seen. */
export function auditMetrics(metrics: Registry) {
  const registers = [metrics];
  const sequence = new Gauge({
    name: 'audit_log_head_sequence',
    help: 'Number of the last line of the audit log; it never becomes less',
    registers,
  });
  const hash = new Gauge({
    name: 'audit_log_head_hash',
    help: 'First six bytes of the hash of that line, as a number; it changes only with the sequence',
    registers,
  });
  const cut = new Gauge({
    name: 'audit_log_cut',
    help: '1: the audit log no longer has an end that this process saw, or that its file has',
    registers,
  });
  return (head: AuditHead, isCut: boolean): void => {
    sequence.set(head.seq);
    hash.set(head.hash.readUIntBE(0, HASH_BYTES));
    cut.set(isCut ? 1 : 0);
  };
}
