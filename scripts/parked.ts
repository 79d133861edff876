/** npm run parked -- list | retry | discard: decides about events that a service could not handle. */
import { openPool } from '@entrada/platform/db/pool';
import {
  discardParked,
  listParked,
  type ParkedRecord,
  retryParked,
} from '@entrada/platform/events/parked-records';
import { databaseUrl } from './launcher/database-url.ts';
import { readArguments } from './operator/arguments.ts';
import { noteFirst } from './operator/audited.ts';
import { leave, operatorRuntime } from './operator/ledger-access.ts';

const USAGE = `Usage, with --service ledger (the default) or webhooks:
  npm run parked -- list
  npm run parked -- retry <key> [--topic <topic>] --reason <why>
  npm run parked -- discard <topic> <partition> <offset> --reason <why>`;
const LIST_MAX = 1_000;

const { values, positionals } = readArguments(USAGE, {
  positionalsMax: 4,
  options: {
    service: { type: 'string', default: 'ledger' },
    topic: { type: 'string', default: 'entrada.charges.v1' },
    reason: { type: 'string', default: '' },
  },
});
const { service, topic, reason } = values;
const [command, ...args] = positionals;
const url = await databaseUrl(service);
if (!url) leave(`Set DATABASE_URL_${service.toUpperCase()}, or run npm start first.`);
const pool = openPool(url, { max: 1, log: operatorRuntime().log });
try {
  if (command === 'list') for (const record of await listParked(pool, LIST_MAX)) show(record);
  else if (command === 'retry' && args[0] && reason) await retry(args[0]);
  else if (command === 'discard' && args.length === 3 && reason) await discard(args);
  else leave(USAGE);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await pool.end();
}

async function retry(key: string): Promise<void> {
  await noteFirst({
    action: 'parked.retry',
    subject: `${service}:${topic}:${key}`,
    detail: { reason },
  });
  const count = await retryParked(pool, { group: service, topic, key });
  console.log(`${count} records of ${key} are sent again.`);
}

async function discard([from = '', partition = '', offset = '']: readonly string[]): Promise<void> {
  const subject = `${service}:${from}:${partition}:${offset}`;
  await noteFirst({ action: 'parked.discard', subject, detail: { reason } });
  const place = { topic: from, partition: Number(partition), offset };
  const done = await discardParked(pool, place);
  console.log(done ? 'Discarded.' : 'There is no such record.');
}

function show(record: ParkedRecord): void {
  const { parkedAt, topic: from, partition, offset, key, reason: why, detail } = record;
  console.log(
    `${parkedAt.toISOString()}  ${from} ${partition} ${offset}  key ${key}  ${why}  ${detail}`,
  );
}
