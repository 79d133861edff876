import { EVENT_FLOWS } from '@entrada/contracts/topics';
import type { EventRecord } from '@entrada/platform/events/event-log';
import { eventKeyName, signFor } from '@entrada/platform/events/mac';
import { eventKeysOf, newSecrets } from '../../packages/launcher/src/programs.ts';

const { eventKeys } = newSecrets();

/** Settings of a service that a test starts. */
export function eventKeyEnv(service: string): Record<string, string> {
  return eventKeysOf(service, { eventKeys });
}

const keysOf = (topic: string) =>
  Object.fromEntries(
    EVENT_FLOWS.filter((flow) => flow.topic === topic).map(({ producer, consumer }) => [
      consumer,
      Buffer.from(eventKeys[eventKeyName(producer, consumer)] ?? '', 'base64'),
    ]),
  );

/** As the producer of its topic publishes it, for services with the settings above. */
export function signed(record: EventRecord): EventRecord {
  return signFor(keysOf(record.topic))(record);
}
