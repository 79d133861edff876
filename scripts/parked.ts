/** npm run parked [-- list | retry | discard]: decides about events that a service could not handle. */
import { openPool } from '@entrada/platform/db/pool';
import {
  discardParked,
  findParked,
  findParkedById,
  listParked,
  type ParkedRecord,
  requestRetry,
} from '@entrada/platform/events/parked-records';
import { databaseUrl } from './launcher/database-url.ts';
import { readArguments } from './operator/arguments.ts';
import { noteFirst } from './operator/audited.ts';
import { leave } from './operator/leave.ts';
import { operatorRuntime } from './operator/ledger-access.ts';
import { sentenceOf } from './operator/sentence.ts';

const USAGE = `Usage, with --service ledger (the default) or webhooks:
  npm run parked [-- list]   (what could not be handled, and why)
  npm run parked -- retry <key> [--topic <topic>] --reason <why>
  npm run parked -- discard <id> --reason <why>`;
const LIST_MAX = 1_000;
const SERVICES = ['ledger', 'webhooks'];
/** How many arguments each command takes, and what to say when it is given others. */
const COMMANDS = new Map([
  ['list', { takes: 0, says: 'list takes no arguments.' }],
  ['retry', { takes: 1, says: 'retry needs a key and --reason.' }],
  ['discard', { takes: 1, says: 'discard needs an id and --reason.' }],
]);
const ID = /^\d{1,15}$/;

const { values, positionals } = readArguments(USAGE, {
  positionalsMax: 2,
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
  else if (command === 'discard') await discard(args[0] ?? '');
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
  after fixing the cause, or discard <id> ${at} to give a record up.`);
  }
}

async function retry(key: string): Promise<void> {
  if (!(await findParked(pool, { group: service, topic, key }))) {
    throw new Error(`No record of ${key} in ${topic} is parked.`);
  }
  await noteFirst({
    action: 'parked.retry',
    subject: `${service}:${topic}:${key}`,
    detail: { reason },
  });
  const first = await requestRetry(pool, { group: service, topic, key });
  const count = (first?.waitingBehind ?? 0) + 1;
  console.log(`${service} handles ${count} records of ${key} again, in order.`);
}

async function discard(id: string): Promise<void> {
  if (!ID.test(id)) leave('<id> must be a number, as npm run parked -- list shows it.');
  if (!(await findParkedById(pool, Number(id)))) throw new Error(`No record ${id} is parked.`);
  await noteFirst({
    action: 'parked.discard',
    subject: `${service}:parked:${id}`,
    detail: { reason },
  });
  const discarded = await discardParked(pool, Number(id));
  const behind = discarded?.waitingBehind ?? 0;
  console.log(
    behind === 0
      ? 'Discarded. No record waits behind it.'
      : `Discarded. ${behind} records of ${discarded?.key} wait behind it; ${service} handles them next, in order.`,
  );
}

function show(record: ParkedRecord): void {
  const { id, parkedAt, group, topic: from, key, reason: why, detail, attempts } = record;
  console.log(
    `${id}  ${service}  ${group}  ${from}  key ${key}  ${why}  since ${parkedAt.toISOString()}  ` +
      `attempts ${attempts}  waiting behind ${record.waitingBehind}  ${detail}`,
  );
}
