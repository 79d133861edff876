/** npm run parked [-- list | retry | discard]: decides about events that a service could not handle. */
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
import { countAtPlace, countOfKey } from './operator/count-parked.ts';
import { leave } from './operator/leave.ts';
import { operatorRuntime } from './operator/ledger-access.ts';
import { sentenceOf } from './operator/sentence.ts';

const USAGE = `Usage, with --service ledger (the default) or webhooks:
  npm run parked [-- list]   (what could not be handled, and why)
  npm run parked -- retry <key> [--topic <topic>] --reason <why>
  npm run parked -- discard <topic> <partition> <offset> --reason <why>`;
const LIST_MAX = 1_000;
const SERVICES = ['ledger', 'webhooks'];
/** How many arguments each command takes, and what to say when it is given others. */
const COMMANDS = new Map([
  ['list', { takes: 0, says: 'list takes no arguments.' }],
  ['retry', { takes: 1, says: 'retry needs a key and --reason.' }],
  ['discard', { takes: 3, says: 'discard needs a topic, a partition, an offset and --reason.' }],
]);
/** Of what the database takes for a partition and an offset. */
const PARTITION = /^\d{1,9}$/;
const OFFSET = /^\d{1,18}$/;

const { values, positionals } = readArguments(USAGE, {
  positionalsMax: 4,
  options: {
    service: { type: 'string', default: 'ledger' },
    topic: { type: 'string', default: 'entrada.charges.v1' },
    reason: { type: 'string', default: '' },
  },
});
const { service, topic, reason } = values;
const [command = 'list', ...args] = positionals;
const { takes, says } = COMMANDS.get(command) ?? leave(`Unknown command '${command}'.\n${USAGE}`);
if (args.length !== takes || (takes > 0 && !reason)) leave(`${says}\n${USAGE}`);
if (!SERVICES.includes(service)) leave(`--service must be ${SERVICES.join(' or ')}.\n${USAGE}`);
const setting = `DATABASE_URL_${service.toUpperCase()}`;
const url = await databaseUrl(service);
if (!url) leave(`Set ${setting}, or run npm start first.`);
const pool = openPool(url, { max: 1, log: operatorRuntime().log });
try {
  if (command === 'retry') await retry(args[0] ?? '');
  else if (command === 'discard') await discard(args);
  else await list();
} catch (error) {
  console.error(sentenceOf(error, { service: 'AUTH_ADDRESS', database: setting }));
  process.exitCode = 1;
} finally {
  await pool.end();
}

async function list(): Promise<void> {
  const records = await listParked(pool, LIST_MAX);
  for (const record of records) show(record);
  const [other] = SERVICES.filter((name) => name !== service);
  if (records.length === 0) {
    console.log(`Nothing is parked in ${service}. See also: npm run parked -- --service ${other}`);
  } else {
    const at = `--service ${service} --reason <why>`;
    console.log(`What next: npm run parked -- retry <key> --topic <topic> ${at}
  when what was wrong is mended, or discard <topic> <partition> <offset> ${at} to give one up.`);
  }
}

async function retry(key: string): Promise<void> {
  if ((await countOfKey(pool, { group: service, topic, key })) === 0) {
    throw new Error(`No record of ${key} in ${topic} is parked.`);
  }
  await noteFirst({
    action: 'parked.retry',
    subject: `${service}:${topic}:${key}`,
    detail: { reason },
  });
  const count = await retryParked(pool, { group: service, topic, key });
  console.log(`${count} records of ${key} are sent again.`);
}

async function discard([from = '', partition = '', offset = '']: readonly string[]): Promise<void> {
  if (!PARTITION.test(partition) || !OFFSET.test(offset)) {
    leave('<partition> and <offset> must be numbers, as npm run parked -- list shows them.');
  }
  const place = { topic: from, partition: Number(partition), offset };
  if ((await countAtPlace(pool, place)) === 0) throw new Error('There is no such record.');
  const subject = `${service}:${from}:${partition}:${offset}`;
  await noteFirst({ action: 'parked.discard', subject, detail: { reason } });
  const done = await discardParked(pool, place);
  console.log(done ? 'Discarded.' : 'There is no such record.');
}

function show(record: ParkedRecord): void {
  const { parkedAt, topic: from, partition, offset, key, reason: why, detail } = record;
  console.log(
    `${parkedAt.toISOString()}  ${from} ${partition} ${offset}  key ${key}  ${why}  ${detail}`,
  );
}
