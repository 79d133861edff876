import type { ProgramCommand } from '@entrada/command-line/command';
import type { ParkedRecord } from '@entrada/contracts/gen/parked/v1/ParkedRecord';
import { counted } from '@entrada/platform/text/counted';
import { InvalidArgumentError, Option } from 'commander';
import { connect } from '../access/services.ts';
import { type Act, type Context, type Outcome, reasonOption } from '../command.ts';

const ABOUT = `Records of the event log that a service could not handle. They are parked, and later records of the
same key wait behind them: nothing is lost, but none of them takes effect until you decide.`;
const SERVICES = ['ledger', 'webhooks'] as const;

type Service = (typeof SERVICES)[number];
const ID = /^\d{1,15}$/;
/** Many may be discarded at once. */
const DISCARD_MAX_MS = 60_000;
const NEXT = [
  'What next: operator parked retry <key> --service <service> --topic <topic> --reason <why>',
  '  after fixing the cause, or operator parked discard <id> --service <service> --reason <why> to discard one.',
];

type Decision = { readonly service: Service; readonly reason: string };
type ServiceRecord = ParkedRecord & { readonly service: Service };

export function parked(program: ProgramCommand, act: Act): void {
  const group = program
    .command('parked')
    .summary('retry or discard records that a service could not handle')
    .description(ABOUT)
    .examples('parked list', "parked retry <key> --service ledger --reason 'fixed in 1.4.2'");
  group
    .command('list', { isDefault: true })
    .summary('show parked records and their reasons')
    .description('Shows the parked records of all services, oldest first, with the reason of each.')
    .addOption(serviceOption('only those of one service'))
    .examples('parked list', 'parked list --service webhooks --json')
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
    .examples("parked retry <key> --service ledger --reason 'fixed in 1.4.2'")
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
    .examples("parked discard 42 --service ledger --reason 'test data'")
    .action(act(discard));
  unauthenticated(group, act);
}

/** Decisions about all records at once that did not prove their producer. */
function unauthenticated(group: ProgramCommand, act: Act): void {
  group
    .command('retry-unauthenticated')
    .summary('retry all records that did not prove their producer')
    .description(
      `Makes the service handle every record again that was parked as unauthenticated: use it after EVENT_KEY_... was
corrected. One that still does not prove its producer stays parked.`,
    )
    .addOption(serviceOption('whose records').makeOptionMandatory())
    .addOption(reasonOption())
    .examples("parked retry-unauthenticated --service ledger --reason 'key corrected'")
    .action(act(retryUnauthenticated));
  group
    .command('discard-unauthenticated')
    .summary('discard all records that did not prove their producer')
    .description(
      `Deletes every record that was parked as unauthenticated: use it only for forged ones, after their author
was shut out. If one of them was genuine, operator republish publishes its event again.`,
    )
    .addOption(serviceOption('whose records').makeOptionMandatory())
    .addOption(reasonOption())
    .examples("parked discard-unauthenticated --service ledger --reason 'forged, see INC-7'")
    .action(act(discardUnauthenticated));
}

function serviceOption(about: string): Option {
  return new Option('--service <name>', about).choices(SERVICES);
}

function idIn(text: string): number {
  if (ID.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number, as operator parked list shows it.');
}

async function list(context: Context, { service }: { service?: Service }): Promise<Outcome> {
  const records: ServiceRecord[] = [];
  for (const name of service ? [service] : SERVICES) {
    using client = await connect(context, `${name}Parked`);
    const found = (await client.listParked({})).records;
    records.push(...found.map((record) => ({ ...record, service: name })));
  }
  records.sort((one, other) => Date.parse(one.parkedAt) - Date.parse(other.parkedAt));
  const nothing = `Nothing is parked in ${service ?? SERVICES.join(' or ')}.`;
  const text = records.length === 0 ? nothing : [...records.map(lineOf), ...NEXT];
  return { text, json: records };
}

async function retry(
  context: Context,
  key: string,
  { service, topic, reason }: Decision & { readonly topic: string },
): Promise<Outcome> {
  using client = await connect(context, `${service}Parked`);
  const { records } = await client.retryParked({ topic, key, reason });
  const text = `${service} handles ${counted(records, 'record')} of ${key} again, in order.`;
  return { text, json: { service, topic, key, records } };
}

async function discard(
  context: Context,
  id: number,
  { service, reason }: Decision,
): Promise<Outcome> {
  using client = await connect(context, `${service}Parked`);
  const { key, left: waitingBehind } = await client.discardParked({ id, reason });
  const text =
    waitingBehind === 0
      ? 'Discarded. No record waits behind it.'
      : `Discarded. ${counted(waitingBehind, 'record')} of ${key} waited behind it: ${service} handles them next, in order.`;
  return { text, json: { service, id, key, waitingBehind } };
}

async function retryUnauthenticated(
  context: Context,
  { service, reason }: Decision,
): Promise<Outcome> {
  using client = await connect(context, `${service}Parked`);
  const { records, keys } = await client.retryParked({ unauthenticated: true, reason });
  const text = `${service} handles ${counted(records, 'record')} of ${counted(keys, 'key')} again.`;
  return { text, json: { service, records, keys } };
}

async function discardUnauthenticated(
  context: Context,
  { service, reason }: Decision,
): Promise<Outcome> {
  // An unavailable service is reported after seconds, not after the timeout of the call.
  await list(context, { service });
  using client = await connect(context, `${service}Parked`, DISCARD_MAX_MS);
  const { records, left } = await client.discardParked({ unauthenticated: true, reason });
  const meanwhile =
    left === 0 ? '' : ` ${counted(left, 'record')} came meanwhile or are being retried.`;
  const text = `Discarded ${counted(records, 'record')}.${meanwhile}`;
  return { text, json: { service, records, left } };
}

function lineOf(record: ServiceRecord): string {
  const { id, service, parkedAt, topic, key, reason, detail, attempts } = record;
  return (
    `${id}  ${service}  ${topic}  key ${key}  ${reason}  since ${parkedAt}  ` +
    `attempts ${attempts}  waiting behind ${record.waitingBehind}  ${detail}`
  );
}
