import { withClient } from '../../db/with-client.ts';
import { partitionsOf } from './topics.ts';

const CREATE = `
  insert into log_partition (topic, partition)
  select wanted.topic, partition
    from unnest($1::text[]) as wanted (topic), generate_series(0, $2::integer - 1) as partition
   where not exists (select from log_partition known where known.topic = wanted.topic)
  on conflict do nothing`;

type Options = {
  readonly url: string;
  readonly topics: readonly string[];
  readonly partitions: number;
};

/** Creates the topics that are missing, in a database whose schema is up to date. */
export async function createPostgresTopics({ url, topics, partitions }: Options): Promise<void> {
  await withClient({ url }, async (client) => {
    await client.query(CREATE, [topics, partitions]);
    const actual = await partitionsOf(client, topics);
    for (const [topic, count] of actual) {
      if (count === partitions) continue;
      // More partitions would move existing keys, and their records could overtake earlier ones.
      throw new Error(`topic ${topic} has ${count} partitions, not ${partitions}`);
    }
  });
}
