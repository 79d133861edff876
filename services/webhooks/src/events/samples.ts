import { readEventKinds } from '@entrada/contracts/event-kinds';
import type { EventData, EventType } from '../domain/webhook-event.ts';

/** The samples that the documentation shows. */
export function eventSamples(): (event: EventType) => EventData {
  const kinds = new Map(readEventKinds().map(({ name, sample }) => [name, sample]));
  return (event) => {
    const sample = kinds.get(event);
    if (!sample) throw new Error(`the documentation has no sample of ${event}`);
    return sample.data as EventData;
  };
}
