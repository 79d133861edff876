/** Brings every database whose address is in the environment up to date, and creates the topics. */
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EVENT_FLOWS, PARTITIONS, Topic } from '@entrada/contracts/topics';
import {
  databaseUrl,
  eventLogSettings,
  modeSettings,
  processEnv,
} from '@entrada/platform/config/common-settings';
import { optional, readConfig } from '@entrada/platform/config/settings';
import {
  EVENT_LOG_MIGRATIONS,
  MESSAGING_MIGRATIONS,
  type Migrations,
  migrate,
  serviceMigrations,
} from '@entrada/platform/db/migrate';
import { roleOf } from '@entrada/platform/db/roles';
import { createTopics } from '@entrada/platform/events/admin';
import { type EventLogConfig, eventLogProblems } from '@entrada/platform/events/open-event-log';

const ROOT = join(import.meta.dirname, '../../..');

/** Which schema each database has, by the name in DATABASE_URL_<NAME>. */
export const SCHEMAS: Readonly<Record<string, readonly Migrations[]>> = {
  ...Object.fromEntries(['services', 'sandbox'].flatMap(schemasIn)),
  EVENTS: [EVENT_LOG_MIGRATIONS],
};

/** A service that writes or reads events has the tables of messaging too. */
function schemasIn(group: string): [string, Migrations[]][] {
  const folders = globSync('*/migrations', { cwd: join(ROOT, group) })
    .sort()
    .map(dirname);
  return folders.map((name) => {
    const own = serviceMigrations(join(ROOT, group, name));
    const hasEvents = EVENT_FLOWS.some((flow) => flow.producer === name || flow.consumer === name);
    return [name.toUpperCase(), hasEvents ? [MESSAGING_MIGRATIONS, own] : [own]];
  });
}

/** Of the event log's database `eventLogSettings` has the address. */
export const settings = {
  ...modeSettings,
  ...eventLogSettings,
  ...Object.fromEntries(
    Object.keys(SCHEMAS)
      .filter((name) => name !== 'EVENTS')
      .map((name) => [name, optional(databaseUrl(name))]),
  ),
};

type Env = Readonly<Record<string, string | undefined>>;

export async function migrateAll(
  env: Env,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const config = readConfig(env, settings, eventLogProblems);
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    signal?.throwIfAborted();
    const url = env[`DATABASE_URL_${name}`];
    if (!url) {
      say(`database ${name.toLowerCase()} is skipped: DATABASE_URL_${name} is not set`);
      continue;
    }
    await migrate(url, schema, roleOf(name, 'app'));
    say(`database ${name.toLowerCase()} is up to date`);
  }
  signal?.throwIfAborted();
  await createOurTopics(config);
  say(`topics ${Object.values(Topic).join(', ')} exist`);
}

/** Both topics, each with its one writer. */
export function createOurTopics(config: EventLogConfig): Promise<void> {
  const rights = {
    topics: Object.fromEntries(
      EVENT_FLOWS.map(({ topic, producer }) => [topic, roleOf(producer, 'app')]),
    ),
    groups: Object.fromEntries(
      EVENT_FLOWS.map(({ consumer }) => [consumer, roleOf(consumer, 'app')]),
    ),
  };
  return createTopics(config, { topics: Object.values(Topic), partitions: PARTITIONS, rights });
}

if (import.meta.main) await migrateAll(processEnv(), (line) => process.stdout.write(`${line}\n`));
