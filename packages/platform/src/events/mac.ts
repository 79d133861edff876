import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { optional, type Setting, secretBytes } from '../config/settings.ts';
import { EVENT_ID_HEADER, type EventRecord } from './event-log.ts';

/** Part of what is authenticated, so that a MAC of another form can never be taken for this one. */
const FORM = 'entrada-event-1';
const KEY_ID_LENGTH = 8;

/** Adds to a record what each consumer needs to recognize its producer. */
export type Sign = (record: EventRecord) => EventRecord;

/** Null when the record is authentic, else why not. */
export type Authenticate = (record: EventRecord) => string | null;

/** A MAC for each consumer, by its name: only it and the producer have the key. */
export function signFor(consumers: Readonly<Record<string, Buffer>>): Sign {
  const keys = Object.entries(consumers).map(([consumer, key]) => ({
    header: macHeader(consumer),
    keyId: keyIdOf(key),
    key: createSecretKey(key),
  }));
  return (record) => {
    const headers: Record<string, string> = { ...record.headers };
    for (const { header, keyId, key } of keys) {
      headers[header] = `${keyId}.${macOf(key, record)}`;
    }
    return { ...record, headers };
  };
}

type ConsumerKeys = {
  readonly consumer: string;
  /** Of the producer of each topic: the current key, and while it is replaced the one before or after it. */
  readonly keys: Readonly<Record<string, readonly (Buffer | undefined)[]>>;
};

/** Checks MACs. A record without one is not authentic. */
export function authenticateWith({ consumer, keys }: ConsumerKeys): Authenticate {
  const header = macHeader(consumer);
  const byTopic = new Map(
    Object.entries(keys).map(([topic, known]) => [
      topic,
      new Map(known.flatMap((key) => (key ? [[keyIdOf(key), createSecretKey(key)]] : []))),
    ]),
  );
  return (record) => {
    const given = record.headers[header];
    if (given === undefined) return `no MAC for ${consumer}`;
    const keyId = given.slice(0, KEY_ID_LENGTH);
    const key = byTopic.get(record.topic)?.get(keyId);
    if (!key) return `unknown key of the MAC for ${consumer}`;
    const expected = Buffer.from(`${keyId}.${macOf(key, record)}`);
    const actual = Buffer.from(given);
    const isEqual = expected.length === actual.length && timingSafeEqual(expected, actual);
    return isEqual ? null : `wrong MAC for ${consumer}`;
  };
}

function macHeader(consumer: string): string {
  return `mac-${consumer}`;
}

/** Says which key it is and nothing about it. */
function keyIdOf(key: Buffer): string {
  return hash('sha256', key, 'hex').slice(0, KEY_ID_LENGTH);
}

/**
 * Covers whatever decides what an event does: its topic, key and id, and the payload, which also has its type. JSON
 * shows where the list ends, so that no two records have the same bytes.
 */
function macOf(macKey: KeyObject, { topic, key, value, headers }: EventRecord): string {
  const about = JSON.stringify([FORM, topic, key, headers[EVENT_ID_HEADER] ?? '']);
  return createHmac('sha256', macKey).update(about).update(value).digest('base64');
}

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
