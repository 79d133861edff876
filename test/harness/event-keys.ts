import { EVENT_FLOWS } from '@entrada/contracts/topics';
import { eventKeyName } from '@entrada/platform/events/event-keys';
import type { EventRecord } from '@entrada/platform/events/event-log';
import { signFor } from '@entrada/platform/events/event-mac';
import { eventKeysOf } from '../../scripts/launcher/programs.ts';
import { newSecrets } from '../../scripts/launcher/secrets.ts';

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
