import { CommandError } from '@entrada/command-line/command-error';
import {
  discardParked,
  findParked,
  findParkedById,
  listParked,
  type ParkedRecord,
  requestRetry,
} from '@entrada/platform/events/parked-records';
import { counted } from '@entrada/platform/text/counted';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { recordDecision } from '../access/audit.ts';
import { withDatabase } from '../access/databases.ts';
import { requireLogin } from '../access/login.ts';
import { type Act, type Context, examples, type Outcome, reasonOption } from '../command.ts';
import { parkedUnauthenticated } from './parked-unauthenticated.ts';

const ABOUT = `Records of the event log that a service could not handle. They are parked, and later records of the
same key wait behind them: nothing is lost, but none of them takes effect until you decide.`;
const LIST_MAX = 1_000;
const SERVICES = ['ledger', 'webhooks'];
const ID = /^\d{1,15}$/;
const NEXT = [
  'What next: operator parked retry <key> --service <service> --topic <topic> --reason <why>',
  '  after fixing the cause, or operator parked discard <id> --service <service> --reason <why> to discard one.',
];

type Decided = { readonly service: string; readonly reason: string };
type Listed = ParkedRecord & { readonly service: string };

export function parked(program: Command, act: Act): void {
  const group = program
    .command('parked')
    .summary('retry or discard records that a service could not handle')
    .description(ABOUT)
    .addHelpText(
      'after',
      examples('parked list', "parked retry <key> --service ledger --reason 'fixed in 1.4.2'"),
    );
  group
    .command('list', { isDefault: true })
    .summary('show parked records and their reasons')
    .description('Shows the parked records of all services, oldest first, with the reason of each.')
    .addOption(serviceOption('only those of one service'))
    .addHelpText('after', examples('parked list', 'parked list --service webhooks --json'))
    .action(act(list));
  group
    .command('retry')
    .summary('retry the records of a key')
    .description(
      `Makes the service handle every parked record of a key again, in order: use it after fixing the cause. One
that still cannot be handled stays parked, with those behind it.`,
    )
    .argument('<key>', 'the key of the records, from the list')
    .addOption(serviceOption('whose records').makeOptionMandatory())
    .option('--topic <topic>', 'the topic they are from', 'entrada.charges.v1')
    .addOption(reasonOption())
    .addHelpText('after', examples("parked retry <key> --service ledger --reason 'fixed in 1.4.2'"))
    .action(act(retry));
  group
    .command('discard')
    .summary('discard a record permanently')
    .description(
      `Deletes the parked record that blocks its key: use it only when it must never be handled. The records behind
it are handled next; their number is printed. If it was a mistake, operator republish publishes its event again.`,
    )
    .argument('<id>', 'from the first column of the list', idIn)
    .addOption(serviceOption('whose record').makeOptionMandatory())
    .addOption(reasonOption())
    .addHelpText('after', examples("parked discard 42 --service ledger --reason 'test data'"))
    .action(act(discard));
  parkedUnauthenticated(group, act, () => serviceOption('whose records'));
}

function serviceOption(about: string): Option {
  return new Option('--service <name>', about).choices(SERVICES);
}

function idIn(text: string): number {
  if (ID.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number, as operator parked list shows it.');
}

async function list(context: Context, { service }: { service?: string }): Promise<Outcome> {
  const records: Listed[] = [];
  for (const name of service ? [service] : SERVICES) {
    const found = await withDatabase(context, name, (pool) => listParked(pool, LIST_MAX));
    records.push(...found.map((record) => ({ ...record, service: name })));
  }
  records.sort((one, other) => one.parkedAt.getTime() - other.parkedAt.getTime());
  const nothing = `Nothing is parked in ${service ?? SERVICES.join(' or ')}.`;
  const text = records.length === 0 ? nothing : [...records.map(lineOf), ...NEXT];
  return { text, json: records };
}

async function retry(
  context: Context,
  key: string,
  { service, topic, reason }: Decided & { readonly topic: string },
): Promise<Outcome> {
  await requireLogin(context);
  return withDatabase(context, service, async (pool) => {
    const records = { group: service, topic, key };
    if (!(await findParked(pool, records))) {
      throw new CommandError(
        `No record of ${key} in ${topic} is parked in ${service}. Take key and topic from operator parked list.`,
      );
    }
    const subject = `${service}:${topic}:${key}`;
    await recordDecision(context, { action: 'parked.retry', subject, detail: { reason } });
    const first = await requestRetry(pool, records);
    const count = (first?.waitingBehind ?? 0) + 1;
    const text = `${service} handles ${counted(count, 'record')} of ${key} again, in order.`;
    return { text, json: { service, topic, key, records: count } };
  });
}

async function discard(
  context: Context,
  id: number,
  { service, reason }: Decided,
): Promise<Outcome> {
  await requireLogin(context);
  return withDatabase(context, service, async (pool) => {
    const missing = `No record ${id} is parked in ${service}. Take the id from operator parked list.`;
    const found = await findParkedById(pool, id);
    if (!found) throw new CommandError(missing);
    const first = await findParked(pool, found);
    if (first && first.id !== id) {
      throw new CommandError(
        `Record ${id} waits behind record ${first.id} of the same key: decide about that one first.`,
      );
    }
    const subject = `${service}:parked:${id}`;
    await recordDecision(context, { action: 'parked.discard', subject, detail: { reason } });
    const discarded = await discardParked(pool, id);
    if (!discarded) throw new CommandError(missing);
    const { key, waitingBehind } = discarded;
    const text =
      waitingBehind === 0
        ? 'Discarded. No record waits behind it.'
        : `Discarded. ${counted(waitingBehind, 'record')} of ${key} waited behind it: ${service} handles them next, in order.`;
    return { text, json: { service, id, key, waitingBehind } };
  });
}

function lineOf(record: Listed): string {
  const { id, service, parkedAt, topic, key, reason, detail, attempts } = record;
  return (
    `${id}  ${service}  ${topic}  key ${key}  ${reason}  since ${parkedAt.toISOString()}  ` +
    `attempts ${attempts}  waiting behind ${record.waitingBehind}  ${detail}`
  );
}
