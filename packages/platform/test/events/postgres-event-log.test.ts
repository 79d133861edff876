import { Client } from 'pg';
import { startPrivatePostgres } from '../../../../scripts/provision/postgres.ts';
import { EVENT_LOG_MIGRATIONS, migrate } from '../../src/db/migrate.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { describeEventLog } from './describe-event-log.ts';
import type { LogServer } from './log-server.ts';

describeNeeding(['postgres'], 'the event log in Postgres', () => describeEventLog(start));

async function start(): Promise<LogServer> {
  const server = await startPrivatePostgres();
  const admin = new Client({ connectionString: server.address });
  await admin.connect();
  await admin.query('create database events');
  // The throw-away server does not wait for its own log; what is published must survive a kill.
  await admin.query('alter database events set synchronous_commit = on');
  await admin.end();
  const url = new URL(server.address);
  url.pathname = '/events';
  await migrate(url.href, [EVENT_LOG_MIGRATIONS]);
  return {
    config: { eventsDatabaseUrl: url.href },
    stop: () => server.stop(),
    kill: () => server.kill(),
    restart: () => server.restart(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
