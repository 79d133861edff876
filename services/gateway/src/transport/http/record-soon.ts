import { withDeadline } from '@entrada/platform/grpc/deadline';

/** The change is made: its reply does not wait longer for a log that does not answer. */
const AUDIT_MAX_MS = 1_000;

export function recordSoon(record: () => Promise<void>): Promise<void> {
  return withDeadline(Date.now() + AUDIT_MAX_MS, record);
}
