import { usageError } from '@entrada/command-line/command-error';
import { timeOption } from '@entrada/command-line/time-option';
import { EVENT_FLOWS } from '@entrada/contracts/topics';
import { restoreNoter } from '@entrada/ledger/service';
import { rewindGroup } from '@entrada/platform/events/rewind';
import { REPEAT_DAYS_MAX, rewindTime } from '@entrada/platform/events/rewind-request';
import { counted } from '@entrada/platform/text/counted';
import { type Command, Option } from 'commander';
import { recordDecision } from '../access/audit.ts';
import { explainingDatabase, withDatabase } from '../access/databases.ts';
import { eventLogOf, explainOutage } from '../access/event-log.ts';
import { ledgerEnv } from '../access/ledger-env.ts';
import { requireLogin } from '../access/login.ts';
import {
  type Act,
  type Context,
  examples,
  type Outcome,
  reasonOption,
  requirePast,
} from '../command.ts';

const ABOUT = `Makes a service read its topics again: use it after its database was restored to an older point. It reads
all records of the event log, or those published since --to. The inbox recognizes records that were handled
already, so none is handled twice; unread records are never skipped. On Kafka, stop the service first
(kubectl scale --replicas 0).`;
const GROUPS = [...new Set(EVENT_FLOWS.map(({ consumer }) => consumer))];

type Asked = { readonly group: string; readonly to?: Date; readonly reason: string };

export function rewind(program: Command, act: Act): void {
  program
    .command('rewind')
    .summary('read a part of the event log again, after a restore')
    .description(ABOUT)
    .addOption(
      new Option('--group <service>', 'the service that reads again')
        .choices(GROUPS)
        .makeOptionMandatory(),
    )
    .addOption(
      timeOption(
        '--to',
        'read records published since this time: the time to which the database was restored, less a minute',
      ),
    )
    .addOption(reasonOption())
    .addHelpText(
      'after',
      examples(
        "rewind --group ledger --reason 'ledger restored'",
        "rewind --group ledger --to 2026-11-15T12:00:00Z --reason 'ledger restored'",
      ),
    )
    .action(act(run));
}

async function run(context: Context, { group, to, reason }: Asked): Promise<Outcome> {
  await requireLogin(context);
  requirePast(context, '--to', to);
  if (to && rewindTime(to, context.now()) > to) {
    throw usageError(
      `--to must lie within the last ${REPEAT_DAYS_MAX} days: older records would not be recognized. Without --to it reads all of those.`,
    );
  }
  const topics = EVENT_FLOWS.filter(({ consumer }) => consumer === group).map(({ topic }) => topic);
  const env = await ledgerEnv(context);
  // Asked before the audit log is written, so that nothing that cannot be done is in it.
  const eventLog = eventLogOf(env);
  const detail = { to: to?.toISOString() ?? 'the beginning', reason };
  const decide = () =>
    recordDecision(context, { action: 'events.rewind', subject: `group:${group}`, detail });
  const goBack = () =>
    explainingDatabase('DATABASE_URL_EVENTS', () =>
      rewindGroup(eventLog, { group, topics, to }, context.now()).catch(explainOutage),
    );
  const { from, records } =
    group === 'ledger'
      ? await withDatabase({ env }, group, async (pool) => {
          await decide();
          // The auditor would take events that came before the restore for events without a credit.
          await restoreNoter(pool)(to ?? new Date(0));
          return goBack();
        })
      : await decide().then(goBack);
  const text = [
    `${group} reads ${counted(records, 'record')} of ${topics.join(' and ')} again, from ${to ? from.toISOString() : 'the beginning'} on.`,
    'Records that were handled already are ignored.',
  ];
  return { text, json: { group, topics, from, records } };
}
