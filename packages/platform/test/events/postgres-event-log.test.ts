import { startPrivatePostgres } from '../../../launcher/src/provision/postgres.ts';
import { EVENT_LOG_MIGRATIONS, migrate } from '../../src/db/migrate.ts';
import { freshDatabase, openTestPool, withTestClient } from '../../src/testing/database.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { describeEventLog } from './describe-event-log.ts';
import { type LogServer, newGroup, openLogs } from './log-server.ts';

/** A server closes a silent session after 8 s; the rest is for a busy machine. */
const TAKEOVER_MAX_MS = 30_000;

describeNeeding(['postgres'], 'the event log in Postgres', () => describeEventLog(start));

describeNeeding(['postgres'], 'a leader that is frozen', () => {
  test('is replaced in time, and its batch is handled by the next', async () => {
    await using events = await freshDatabase('events');
    await using consumer = await freshDatabase('messaging');
    const config = { eventsDatabaseUrl: events.adminUrl };
    await using logs = await openLogs({ config, consumerUrl: consumer.url });
    const group = newGroup();
    const child = await logs.startReader('stuck-consumer.ts', group);
    await logs.open().publish([logs.record('a', 'a:1')]);
    await child.logged('handled, not acknowledged');
    const next = await logs.receive(group);

    child.signal('SIGSTOP');

    await eventually(() => next.values().includes('a:1'), { timeoutMs: TAKEOVER_MAX_MS });
  });
});

describeNeeding(['postgres'], 'a leader', () => {
  test('that is replaced while it handles a batch moves no offset of its successor', async () => {
    await using events = await freshDatabase('events');
    await using consumer = await freshDatabase('messaging');
    const config = { eventsDatabaseUrl: events.adminUrl };
    await using logs = await openLogs({ config, consumerUrl: consumer.url });
    const group = newGroup();
    await using admin = openTestPool(events.adminUrl);
    const offsets = () =>
      admin.query<{ offset: string }>(
        'select distinct next_offset::text as offset from group_offset where consumer_group = $1',
        [group],
      );
    await logs.open().publish([logs.record('a', 'a:1')]);
    let batches = 0;

    // A successor has moved on before this leader moves the offset.
    await using leader = await logs.receive(group, async () => {
      batches += 1;
      if (batches > 1) return;
      await admin.query('update group_offset set next_offset = 9 where consumer_group = $1', [
        group,
      ]);
    });

    await eventually(() => leader.values().includes('a:1'));
    await leader[Symbol.asyncDispose]();
    expect((await offsets()).rows).toEqual([{ offset: '9' }]);
  });
});

async function start(): Promise<LogServer> {
  const server = await startPrivatePostgres();
  await withTestClient(server.address, async (admin) => {
    await admin.query('create database events');
    await admin.query('create database consumer');
    // The throw-away server does not wait for its own log; what is published must survive a kill.
    await admin.query('alter database events set synchronous_commit = on');
  });
  const urlOf = (database: string) => new URL(`/${database}`, server.address).href;
  await migrate(urlOf('events'), [EVENT_LOG_MIGRATIONS]);
  return {
    config: { eventsDatabaseUrl: urlOf('events') },
    consumerUrl: urlOf('consumer'),
    takeoverMaxMs: TAKEOVER_MAX_MS,
    stop: () => server.stop(),
    kill: () => server.kill(),
    restart: () => server.restart(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
