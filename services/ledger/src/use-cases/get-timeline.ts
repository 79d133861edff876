import type { Ports, TimelineEntry } from '../ports.ts';

export function getTimeline({ timelineOf }: Pick<Ports, 'timelineOf'>) {
  return (accountId: string, chargeId: string): Promise<readonly TimelineEntry[]> =>
    timelineOf(accountId, chargeId);
}
