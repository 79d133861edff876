import { Counter } from 'prom-client';
import { instant, optional, type Setting, secretBytes } from '../config/settings.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { metricOf } from '../telemetry/metric-of.ts';
import { DAY_MS } from '../time/units.ts';
import { type Authenticate, authenticateWith } from './event-mac.ts';

/** Where the key of a pair of services is: both have it in the same variable. */
export function eventKeyName(producer: string, consumer: string): string {
  return `EVENT_KEY_${producer.toUpperCase()}_${consumer.toUpperCase()}`;
}

export function eventKey(producer: string, consumer: string): Setting<Buffer> {
  return secretBytes(
    eventKeyName(producer, consumer),
    `key with which ${consumer} recognizes events of ${producer}; both have the same, and nobody else`,
  );
}

/** For the consumer. */
export function eventKeyPrevious(producer: string, consumer: string): Setting<Buffer | undefined> {
  const name = eventKeyName(producer, consumer);
  return optional(
    secretBytes(
      `${name}_PREVIOUS`,
      `the key before, while events that it authenticates are read, or the next one, before ${producer} uses it`,
    ),
  );
}

/** For the consumer: a way through an upgrade from a version without MACs, which ends by itself. */
export const withoutMacSettings = {
  eventsWithoutMacUntil: optional(
    instant(
      'EVENTS_WITHOUT_MAC_UNTIL',
      'until this time, at most 7 days ahead, events without a MAC are handled: for those of a version that made none',
    ),
  ),
};

const WITHOUT_MAC_MAX_MS = 7 * DAY_MS;

type KeySettings = Readonly<Record<string, Setting<unknown>>>;

/** For `readConfig`: each pair of services has a key of its own. */
export function eventKeyProblems(settings: KeySettings, config: object): string[] {
  const given = Object.entries(settings).flatMap(([field, { name }]) => {
    const key = (config as Readonly<Record<string, unknown>>)[field];
    return Buffer.isBuffer(key) ? [{ name, key }] : [];
  });
  return given.flatMap(({ name, key }, index) =>
    given
      .slice(0, index)
      .filter((other) => other.key.equals(key))
      .map((other) => `${name} must differ from ${other.name}`),
  );
}

type Trusted = {
  readonly consumer: string;
  /** Of the producer of each topic: the current key, and the previous one where there is one. */
  readonly keys: Readonly<Record<string, readonly (Buffer | undefined)[]>>;
  readonly withoutMacUntil: Date | undefined;
};

/** Recognizes events by their MACs. Counts those without one that are let through. */
export function openAuthenticate(
  { consumer, keys, withoutMacUntil }: Trusted,
  { log, metrics }: Pick<Runtime, 'log' | 'metrics'>,
  now = () => new Date(),
): Authenticate {
  const known = Object.fromEntries(
    Object.entries(keys).map(([topic, some]) => [topic, some.filter((key) => key !== undefined)]),
  );
  const admitted = metricOf(
    metrics,
    'events_without_mac_total',
    (base) =>
      new Counter({
        ...base,
        help: 'Events handled without a MAC',
        labelNames: ['group'] as const,
      }),
  );
  admitted.inc({ group: consumer }, 0);
  if (!withoutMacUntil) return authenticateWith({ consumer, keys: known });
  if (withoutMacUntil.getTime() - now().getTime() > WITHOUT_MAC_MAX_MS) {
    throw new Error('EVENTS_WITHOUT_MAC_UNTIL must be at most 7 days ahead');
  }
  log.warn({ until: withoutMacUntil }, 'events without a MAC are handled');
  return authenticateWith({ consumer, keys: known }, () => {
    if (now() >= withoutMacUntil) return `no MAC for ${consumer}`;
    admitted.inc({ group: consumer });
    return null;
  });
}
