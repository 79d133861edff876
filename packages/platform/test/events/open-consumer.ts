import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { consume, type ReceivedEvent } from '../../src/events/consumer.ts';
import type {
  Headers,
  OnBatch,
  Position,
  ReceivedRecord,
  SubscribeOptions,
} from '../../src/events/event-log.ts';
import { freshDatabase, openTestPool } from '../../src/testing/database.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { newGroup } from './log-server.ts';

type Handle = (
  tx: ClientBase,
  events: readonly ReceivedEvent<string>[],
) => Promise<void> | Promise<() => void>;

/** A consumer whose batches the test delivers itself, to say exactly what comes, and again. */
export async function openConsumer(handle: Handle = async () => {}) {
  const stack = new AsyncDisposableStack();
  const runtime = testRuntime();
  const database = stack.use(await freshDatabase('messaging'));
  const pool = stack.use(openTestPool(database.adminUrl, 6));
  const handled: string[] = [];

  async function join(group: string) {
    let deliver: OnBatch = async () => {};
    let subscribed: SubscribeOptions | undefined;
    const subscription = { stalledMs: () => 0, async [Symbol.asyncDispose]() {} };
    const consumer = await consume({
      eventLog: {
        system: 'postgresql',
        async subscribe(options, onBatch) {
          subscribed = options;
          deliver = onBatch;
          return subscription;
        },
      },
      pool,
      runtime,
      group,
      topics: ['events'],
      authenticate: () => null,
      decode: ({ value }) => decoded(value.toString()),
      async handle(tx, events) {
        const afterCommit = await handle(tx, events);
        const values = events.map(({ event }) => event);
        await tx.query('insert into effect select $1, unnest($2::text[])', [group, values]);
        handled.push(...values);
        return afterCommit ?? (() => {});
      },
    });
    stack.use(consumer);
    return Object.assign((...records: ReceivedRecord[]) => deliver(records), {
      /** Called by the log before it stores its own offsets. */
      beforeOffsets: async () => subscribed?.beforeOffsets?.(),
      /** Called by the log when it assigns partitions. */
      setBack: async (inLog: readonly Position[]) => subscribed?.setBack?.(inLog),
    });
  }

  const own = newGroup();
  const deliver = await join(own);
  await pool.query(
    `create table effect (consumer_group text, value text, place bigint generated always as identity,
                          unique (consumer_group, value))`,
  );
  const rowsOf = async (table: string, order: string, group: string) => {
    const text = `select * from ${table} where consumer_group = $1 order by ${order}`;
    return (await pool.query(text, [group])).rows;
  };
  return {
    pool,
    runtime,
    /** Values in the order in which `handle` returned, rolled back or not. */
    handled,
    /** A group, and what it receives; `join` adds a member to any. */
    group: own,
    deliver,
    join,
    effects: async (group = own) => (await rowsOf('effect', 'place', group)).map(textOf),
    /** As partition:offset, of what comes next. */
    positions: async (group = own) =>
      (await rowsOf('consumer_position', 'partition', group)).map(
        ({ partition, next_offset }) => `${partition}:${next_offset}`,
      ),
    parked: async (group = own) =>
      (await rowsOf('parked_record', 'id', group)).map((row) => ({ ...row, value: textOf(row) })),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const textOf = ({ value }: { value: string | Buffer }) => value.toString();

export const UNDECODABLE = 'undecodable';
/** Of a kind that the group does not handle. */
export const IGNORED = 'ignored';

function decoded(text: string): string | null {
  if (text === IGNORED) return null;
  if (text.startsWith(UNDECODABLE)) throw new Error('malformed');
  return text;
}

let nextOffset = 0;

export function received(
  key: string,
  value: string,
  headers: Headers = { 'event-id': randomUUID() },
): ReceivedRecord {
  nextOffset += 1;
  const offset = String(nextOffset);
  return { topic: 'events', partition: 0, offset, key, value: Buffer.from(value), headers };
}
