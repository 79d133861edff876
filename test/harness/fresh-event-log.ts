import { openPool } from '@entrada/platform/db/pool';
import { urlAs } from '@entrada/platform/db/roles';
import type { EventLog, EventRecord } from '@entrada/platform/events/event-log';
import { openEventLog } from '@entrada/platform/events/open-event-log';
import { createOurTopics } from '@entrada/platform/migrate';
import { freshDatabase } from '@entrada/platform/testing/database';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import type { Pool } from 'pg';
import { signed } from './event-keys.ts';

export type FreshEventLog = AsyncDisposable & {
  /** As a service opens it. */
  readonly urlOf: (service: string) => string;
  /** As an administrator. */
  readonly adminUrl: string;
  readonly db: Pool;
  /** As the producer of the topic does. */
  readonly publish: EventLog['publish'];
  /** As somebody does who can write to the log and has no key. */
  readonly forge: EventLog['publish'];
  /** Everything ever published on a topic. */
  readonly recordsOf: (topic: string) => Promise<EventRecord[]>;
};

const RECORDS = `
  select topic, key, value, headers
    from log_record
   where topic = $1
   order by at, partition, log_offset`;

/** An event log in Postgres for one test file alone, with our topics and nothing on them. */
export async function freshEventLog(): Promise<FreshEventLog> {
  await using starting = new AsyncDisposableStack();
  const { adminUrl } = starting.use(await freshDatabase('events'));
  await createOurTopics({ eventsDatabaseUrl: adminUrl });
  const runtime = testRuntime('events');
  const eventLog = starting.use(openEventLog({ eventsDatabaseUrl: adminUrl }, runtime, 'test'));
  const db = openPool(adminUrl, { max: 2, log: runtime.log });
  starting.defer(() => db.end());
  const resources = starting.move();
  return {
    urlOf: (service) => urlAs(adminUrl, service, 'app'),
    adminUrl,
    db,
    publish: (records) => eventLog.publish(records.map(signed)),
    forge: (records) => eventLog.publish(records),
    recordsOf: async (topic) => (await db.query<EventRecord>(RECORDS, [topic])).rows,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
