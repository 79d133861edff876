import type { AuditedEvent } from '../../domain/audit-event.ts';

/** Reads what may be years of events, and keeps only those that are looked for. */
export async function keepEvents(
  pages: AsyncIterable<readonly AuditedEvent[]>,
  isKept: (event: AuditedEvent) => boolean,
): Promise<readonly AuditedEvent[]> {
  const kept: AuditedEvent[] = [];
  for await (const page of pages) kept.push(...page.filter(isKept));
  return kept;
}
