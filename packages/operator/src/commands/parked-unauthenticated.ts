import { CommandError } from '@entrada/command-line/command-error';
import {
  countUnauthenticated,
  discardUnauthenticated,
  retryUnauthenticated,
  type Unauthenticated,
} from '@entrada/platform/events/parked-records';
import { counted } from '@entrada/platform/text/counted';
import type { Command, Option } from 'commander';
import type { Pool } from 'pg';
import { recordDecision } from '../access/audit.ts';
import { withDatabase } from '../access/databases.ts';
import { requireLogin } from '../access/login.ts';
import { type Act, type Context, examples, type Outcome, reasonOption } from '../command.ts';

type Decided = { readonly service: string; readonly reason: string };

/** Decisions about all records at once that did not prove their producer. */
export function parkedUnauthenticated(group: Command, act: Act, serviceOption: () => Option): void {
  group
    .command('retry-unauthenticated')
    .summary('retry all records that did not prove their producer')
    .description(
      `Makes the service handle every record again that was parked as unauthenticated: use it after EVENT_KEY_... was
corrected. One that still does not prove its producer stays parked.`,
    )
    .addOption(serviceOption().makeOptionMandatory())
    .addOption(reasonOption())
    .addHelpText(
      'after',
      examples("parked retry-unauthenticated --service ledger --reason 'key corrected'"),
    )
    .action(act(retry));
  group
    .command('discard-unauthenticated')
    .summary('discard all records that did not prove their producer')
    .description(
      `Deletes every record that was parked as unauthenticated: use it only for forged ones, after their author
was shut out. If one of them was genuine, operator republish publishes its event again.`,
    )
    .addOption(serviceOption().makeOptionMandatory())
    .addOption(reasonOption())
    .addHelpText(
      'after',
      examples("parked discard-unauthenticated --service ledger --reason 'forged, see INC-7'"),
    )
    .action(act(discard));
}

async function retry(context: Context, { service, reason }: Decided): Promise<Outcome> {
  return decide(context, { service, reason, action: 'parked.retry' }, async (pool, found) => {
    await retryUnauthenticated(pool, service);
    return `${service} handles ${counted(found.records, 'record')} of ${counted(found.keys, 'key')} again.`;
  });
}

async function discard(context: Context, { service, reason }: Decided): Promise<Outcome> {
  return decide(context, { service, reason, action: 'parked.discard' }, async (pool) => {
    const discarded = await discardUnauthenticated(pool, service);
    const { records } = await countUnauthenticated(pool, service);
    const left =
      records === 0 ? '' : ` ${counted(records, 'record')} came meanwhile or are being retried.`;
    return `Discarded ${counted(discarded, 'record')}.${left}`;
  });
}

type Decision = Decided & { readonly action: string };

async function decide(
  context: Context,
  { service, reason, action }: Decision,
  carryOut: (pool: Pool, found: Unauthenticated) => Promise<string>,
): Promise<Outcome> {
  await requireLogin(context);
  return withDatabase(context, service, async (pool) => {
    const found = await countUnauthenticated(pool, service);
    if (found.records === 0) {
      throw new CommandError(`No record is parked as unauthenticated in ${service}.`);
    }
    const subject = `${service}:unauthenticated`;
    await recordDecision(context, { action, subject, detail: { reason, ...found } });
    return { text: await carryOut(pool, found), json: { service, ...found } };
  });
}
