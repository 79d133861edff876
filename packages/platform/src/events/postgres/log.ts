import { hash } from 'node:crypto';
import type { Pool, QueryResult } from 'pg';
import { byteaArray, integerArray, jsonbArray, textArray } from '../../db/array-parameter.ts';
import { openPool } from '../../db/pool.ts';
import { pruneRegularly } from '../../db/prune.ts';
import { withClient } from '../../db/session.ts';
import { isDatabaseUnavailable } from '../../db/transaction.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { type EventLog, type EventRecord, UnknownTopic } from '../event-log.ts';
import { OLD_RECORDS } from '../outbox.ts';
import { startSubscription } from './subscribe.ts';

type Options = { readonly url: string; readonly runtime: Runtime };

/** One connection publishes, another measures the lag; each subscription has its own sessions. */
const POOL_MAX = 2;

/** The event log in a Postgres database of its own, for installations without Kafka. */
export function openPostgresEventLog({ url, runtime }: Options): EventLog {
  const pool = openPool(url, { max: POOL_MAX, log: runtime.log, name: 'event log' });
  const resources = new AsyncDisposableStack();
  resources.defer(() => pool.end());
  return {
    system: 'postgresql',
    publish: publishTo(pool),
    async probe() {
      await pool.query('select');
    },
    async subscribe(options, onBatch) {
      const { group, topics } = options;
      await partitionsOf(pool, topics).catch((err) => {
        if (err instanceof UnknownTopic) throw err;
        runtime.log.warn({ err, group }, 'event log database unavailable, retrying');
      });
      resources.use(pruneRegularly({ pool, log: runtime.log }, OLD_RECORDS));
      return resources.use(startSubscription({ ...options, url, pool, runtime }, onBatch));
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const APPEND =
  'select append_records($1::text[], $2::integer[], $3::text[], $4::bytea[], $5::jsonb[])';

/** One statement, so one transaction: either all records are durable when it returns or none is. */
export function publishTo(pool: Pool) {
  const partitionCounts = new Map<string, number>();
  return async (records: readonly EventRecord[]): Promise<void> => {
    if (records.length === 0) return;
    const topics = [...new Set(records.map(({ topic }) => topic))];
    const unseen = topics.filter((topic) => !partitionCounts.has(topic));
    if (unseen.length > 0) {
      const counts = await partitionsOf(pool, unseen);
      for (const [topic, count] of counts) partitionCounts.set(topic, count);
    }
    await pool.query(APPEND, [
      textArray(records.map(({ topic }) => topic)),
      integerArray(
        records.map(({ topic, key }) => partitionOf(key, partitionCounts.get(topic) ?? 1)),
      ),
      textArray(records.map(({ key }) => key)),
      byteaArray(records.map(({ value }) => value)),
      jsonbArray(records.map(({ headers }) => JSON.stringify(headers))),
    ]);
  };
}

/** Must not change: another partition for an existing key would break the order of that key. */
function partitionOf(key: string, partitions: number): number {
  return hash('sha1', key, 'buffer').readUInt32BE(0) % partitions;
}

const PARTITIONS_OF = `
  select topic, count(*)::integer as partitions
    from log_partition
   where topic = any($1)
   group by topic`;

type Queryable = { query(text: string, values: unknown[]): Promise<QueryResult> };

/** How many partitions each topic has. Throws when one of them was never created. */
async function partitionsOf(
  db: Queryable,
  topics: readonly string[],
): Promise<Map<string, number>> {
  type Row = { topic: string; partitions: number };
  const rows: Row[] = (await db.query(PARTITIONS_OF, [topics])).rows;
  const found = new Map(rows.map(({ topic, partitions }) => [topic, partitions]));
  const missing = topics.filter((topic) => !found.has(topic));
  if (missing.length > 0) throw new UnknownTopic(missing);
  return found;
}

const CREATE = `
  insert into log_partition (topic, partition)
  select wanted.topic, partition
    from unnest($1::text[]) as wanted (topic), generate_series(0, $2::integer - 1) as partition
   where not exists (select from log_partition known where known.topic = wanted.topic)
  on conflict do nothing`;

const GRANT = `
  insert into log_right (kind, name, role)
  select $1, name, role from unnest($2::text[], $3::name[]) as wanted (name, role)
  on conflict (kind, name) do update set role = excluded.role`;

/** The database role that alone may append to each topic, and the one that alone may move each consumer group. */
export type LogRights = {
  readonly topics: Readonly<Record<string, string>>;
  readonly groups: Readonly<Record<string, string>>;
};

type NewTopics = {
  readonly url: string;
  readonly topics: readonly string[];
  readonly partitions: number;
  readonly rights: LogRights;
};

/** Creates the topics that are missing, in a database whose schema is up to date. */
export async function createPostgresTopics(options: NewTopics): Promise<void> {
  const { url, topics, partitions, rights } = options;
  const rolesOf = (kind: keyof LogRights) => [
    Object.keys(rights[kind]),
    Object.values(rights[kind]),
  ];
  await withClient({ url }, async (client) => {
    await client.query(CREATE, [topics, partitions]);
    await client.query(GRANT, ['topic', ...rolesOf('topics')]);
    await client.query(GRANT, ['group', ...rolesOf('groups')]);
    const actual = await partitionsOf(client, topics);
    for (const [topic, count] of actual) {
      if (count === partitions) continue;
      // More partitions would move existing keys, and their records could overtake earlier ones.
      throw new Error(`topic ${topic} has ${count} partitions, not ${partitions}`);
    }
  });
}

const WRITABLE = `
  select current_user as role,
         row_security_active('log_record') as "isRestricted",
         array(select name from log_right join pg_roles on rolname = log_right.role
                where kind = 'topic' and pg_has_role(oid, 'member')) as topics`;

type RoleRow = {
  readonly role: string;
  readonly isRestricted: boolean;
  readonly topics: readonly string[];
};

/** What is wrong with the rights of this role, for a service that writes these topics only. Null when it cannot be asked. */
export async function foreignPostgresTopics(
  url: string,
  own: readonly string[],
): Promise<readonly string[] | null> {
  try {
    const [row] = await withClient(
      { url },
      async (client) => (await client.query<RoleRow>(WRITABLE)).rows,
    );
    return row ? problemsOf(row, own) : null;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return null;
  }
}

function problemsOf({ role, isRestricted, topics }: RoleRow, own: readonly string[]): string[] {
  if (!isRestricted) {
    return [
      `The role ${role} of DATABASE_URL_EVENTS owns the event log or bypasses its rules, so it may write every topic: ` +
        'connect as the application role of the service, entrada_<service>_app.',
    ];
  }
  return topics
    .filter((topic) => !own.includes(topic))
    .map(
      (topic) =>
        `The role ${role} of DATABASE_URL_EVENTS may write ${topic}, which another service writes: ` +
        'connect as the application role of this service, entrada_<service>_app.',
    );
}
