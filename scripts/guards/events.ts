import type { Guard } from './guard.ts';

const PLATFORM = 'packages/platform';
const EVENTS = `${PLATFORM}/src/events`;
const test = (name: string) => `${PLATFORM}/test/events/${name}.test.ts`;
const WEBHOOKS = 'services/webhooks';

/** Events are handled once, and repairs make nothing worse. */
export const EVENT_GUARDS: readonly Guard[] = [
  {
    name: 'events are counted after the commit',
    file: `${EVENTS}/handle-once.ts`,
    text: "typeof afterCommit === 'function' ? () => afterCommit() : null",
    replacement: "typeof afterCommit === 'function' ? (afterCommit(), null) : null",
    test: test('consumer'),
    title: 'counted after the commit',
  },
  {
    name: 'parked records are retried in place',
    file: `${EVENTS}/retry-parked.ts`,
    text: 'handled += await retryKey(options, key);',
    replacement: 'void [key, retryKey];',
    test: test('retry-parked'),
    title: 'handles the records of a key again',
  },
  {
    name: 'parked records are unique by event id',
    file: `${PLATFORM}/migrations/messaging/0003_retry_parked_in_place.sql`,
    text: 'create unique index parked_record_event on',
    replacement: 'create index parked_record_event on',
    test: test('retry-parked'),
    title: 'is parked once, whatever its offset',
  },
  {
    name: 'rewind never goes forward (Postgres)',
    file: `${EVENTS}/postgres/rewind.ts`,
    text: 'and target.first < target.next_offset',
    replacement: '',
    test: test('postgres-event-log'),
    title: 'a rewind moves no group past',
  },
  {
    name: 'rewind never goes forward (Kafka)',
    file: `${EVENTS}/kafka/rewind.ts`,
    text: 'BigInt(offset) < current ?',
    replacement: 'BigInt(offset) !== current ?',
    test: test('kafka-event-log'),
    title: 'a rewind moves no group past',
  },
  {
    name: 'rewind refuses the future',
    file: `${EVENTS}/rewind-request.ts`,
    text: 'if (to && to > now) {',
    replacement: 'if (to && to > now && to < now) {',
    test: test('postgres-event-log'),
    title: 'a rewind moves no group past',
  },
  {
    name: 'weak topics are refused in live mode',
    file: `${EVENTS}/durable-topics.ts`,
    text: "if (mode === 'live') throw new",
    replacement: "if (mode === 'live' && !mode) throw new",
    test: test('kafka-topics'),
    title: 'a live service refuses topics',
  },
  {
    name: 'offsets are committed beside the path',
    file: `${EVENTS}/kafka/each-batch.ts`,
    text: 'commits.handled({ topic, partition, offset }, commitOffsetsIfNecessary);',
    replacement: 'void offset;\n      await commitOffsetsIfNecessary();',
    test: `${EVENTS}/kafka/commits.test.ts`,
    title: 'a batch does not wait',
  },
  {
    name: 'feed positions are never reused',
    file: `${WEBHOOKS}/src/store/plan-deliveries.ts`,
    text: 'greatest(\n             excluded.last_position,',
    replacement: 'greatest(\n             0,',
    test: `${WEBHOOKS}/test/feed.test.ts`,
    title: 'a cursor from before a restore',
  },
  {
    name: 'a webhook event is planned once',
    file: `${WEBHOOKS}/src/store/plan-deliveries.ts`,
    text: 'on conflict (id) do nothing',
    replacement: '',
    test: `${WEBHOOKS}/test/deliver-credits.test.ts`,
    title: 'an event whose inbox row is gone',
  },
  {
    name: 'late results are checked against the lease',
    file: `${WEBHOOKS}/src/store/record-attempts.ts`,
    text: 'and delivery.lease_until is not distinct from',
    replacement: 'and true or delivery.lease_until is not distinct from',
    test: `${WEBHOOKS}/test/late-results.test.ts`,
    title: 'a failure recorded after another sender',
  },
  {
    name: 'leases that ran out during an outage are left alone',
    file: `${WEBHOOKS}/src/sender/outages.ts`,
    text: 'now() - lastTroubleAt >= graceMs',
    replacement: 'now() - lastTroubleAt >= graceMs || true',
    test: `${WEBHOOKS}/test/late-results.test.ts`,
    title: 'results that could not be recorded',
  },
  {
    name: 'Idempotency-Key is required on refunds (gateway)',
    file: 'services/gateway/src/transport/http/idempotency.ts',
    text: 'if (idempotency) return idempotency;',
    replacement: 'if (idempotency || path) return idempotency as Idempotency;',
    test: 'services/gateway/test/deposit-life.test.ts',
    title: 'a refund without an Idempotency-Key',
  },
  {
    name: 'reset needs --yes',
    file: 'scripts/reset.ts',
    text: 'options.yes || (await isConfirmed())',
    replacement: 'options.yes || (await isConfirmed()) || true',
    test: 'test/launcher/npm-scripts.test.ts',
    title: 'wipes nothing unless it is asked to',
  },
];
