import { withClient } from '../../db/with-client.ts';
import type { LogRights } from '../log-rights.ts';
import { partitionsOf } from './topics.ts';

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

type Options = {
  readonly url: string;
  readonly topics: readonly string[];
  readonly partitions: number;
  readonly rights: LogRights;
};

/** Creates the topics that are missing, in a database whose schema is up to date. */
export async function createPostgresTopics(options: Options): Promise<void> {
  const { url, topics, partitions, rights } = options;
  await withClient({ url }, async (client) => {
    await client.query(CREATE, [topics, partitions]);
    await client.query(GRANT, ['topic', ...columns(rights.topics)]);
    await client.query(GRANT, ['group', ...columns(rights.groups)]);
    const actual = await partitionsOf(client, topics);
    for (const [topic, count] of actual) {
      if (count === partitions) continue;
      // More partitions would move existing keys, and their records could overtake earlier ones.
      throw new Error(`topic ${topic} has ${count} partitions, not ${partitions}`);
    }
  });
}

function columns(roles: Readonly<Record<string, string>>): [string[], string[]] {
  return [Object.keys(roles), Object.values(roles)];
}
