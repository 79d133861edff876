import { openPool } from '../db/pool.ts';
import { pruneRegularly } from '../db/prune.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { EventLog } from './event-log.ts';
import { OLD_MEMBERS, OLD_RECORDS } from './old-rows.ts';
import { publishTo } from './postgres/publish.ts';
import { startSubscription } from './postgres/subscription.ts';
import { partitionsOf } from './postgres/topics.ts';
import { UnknownTopic } from './unknown-topic.ts';

type Options = { readonly url: string; readonly runtime: Runtime };

/** One connection publishes, another measures the lag; each subscription has its own session. */
const POOL_MAX = 2;

/** The event log in a Postgres database of its own, for installations without Kafka. */
export function openPostgresEventLog({ url, runtime }: Options): EventLog {
  const pool = openPool(url, { max: POOL_MAX, log: runtime.log, name: 'event log' });
  const resources = new AsyncDisposableStack();
  resources.defer(() => pool.end());
  return {
    publish: publishTo(pool),
    async probe() {
      await pool.query('select');
    },
    async subscribe({ group, topics, setBack }, onBatch) {
      await partitionsOf(pool, topics).catch((err) => {
        if (err instanceof UnknownTopic) throw err;
        runtime.log.warn({ err, group }, 'event log database unavailable, retrying');
      });
      for (const statement of [OLD_RECORDS, OLD_MEMBERS]) {
        resources.use(pruneRegularly({ pool, log: runtime.log }, statement));
      }
      return resources.use(
        startSubscription({ url, pool, runtime, group, topics, setBack }, onBatch),
      );
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
