import { timeOption } from '@entrada/command-line/time-option';
import type { ReusedExternalId } from '@entrada/contracts/gen/charges/v1/ReusedExternalId';
import { counted } from '@entrada/platform/text/counted';
import type { Command } from 'commander';
import { recordDecision } from '../access/audit.ts';
import { connect } from '../access/services.ts';
import {
  type Act,
  type Context,
  examples,
  type Outcome,
  reasonOption,
  requirePast,
} from '../command.ts';

const ABOUT = `Inserts refunds that the ledger knows and charges lost into charges again: use it after the database of
charges was restored to an older point. Refunds that have not ended go on by themselves; the bank pays none
twice. The sweep restores charges and payments without this command. A refund whose charge is not restored yet is
named: then run the command again.`;
const TIMEOUT_MS = 60_000;

type Options = { readonly from: Date; readonly reason: string };

export function recover(program: Command, act: Act): void {
  program
    .command('recover')
    .summary('insert refunds again that a restored database of charges has lost')
    .description(ABOUT)
    .addOption(
      timeOption(
        '--from',
        'the time to which charges was restored, less a minute',
      ).makeOptionMandatory(),
    )
    .addOption(reasonOption())
    .addHelpText(
      'after',
      examples("recover --from 2026-11-15T11:59:00Z --reason 'charges restored'"),
    )
    .action(act(run));
}

async function run(context: Context, { from, reason }: Options): Promise<Outcome> {
  requirePast(context, '--from', from);
  using charges = await connect(context, 'charges', TIMEOUT_MS);
  const detail = { from: from.toISOString(), reason };
  await recordDecision(context, { action: 'charges.recover', subject: 'service:charges', detail });
  const asked = { from: from.toISOString(), reason };
  const done = await charges.recoverRefunds(asked);
  const { recovered, waiting, failed, reusedExternalIds } = done;
  const text = [
    `${counted(recovered, 'refund')} inserted again.`,
    ...waiting.map(
      (id) => `Refund ${id} waits for its charge. Run this command again in a minute.`,
    ),
    ...failed.map(({ refundId, problem }) => `Refund ${refundId} cannot be inserted: ${problem}.`),
    ...reusedExternalIds.map(withoutExternalId),
  ];
  const notDone = waiting.length + failed.length;
  if (notDone > 0) text.push(`${counted(notDone, 'refund')} not inserted.`);
  return { text, json: done, failed: notDone > 0 };
}

function withoutExternalId({ chargeId, accountId, externalId }: ReusedExternalId): string {
  return `Charge ${chargeId} of account ${accountId} came back without externalId ${externalId}: another charge has it now.`;
}
