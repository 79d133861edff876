import type { Runtime } from '@entrada/platform/runtime/runtime';
import { type Invariant, lineOf } from '../../domain/violation.ts';
import type { Report } from '../../ports.ts';

/** Every violation is a line in the log and a count. */
export function reportViolations(
  { log }: Pick<Runtime, 'log'>,
  count: (invariant: Invariant) => void,
): Report {
  return (violation) => {
    const { invariant } = violation;
    count(invariant);
    log.error({ event: 'audit_violation', invariant }, lineOf(violation));
  };
}
