import { type ProgramCommand, timeOption } from '@entrada/command-line/command';
import { usageError } from '@entrada/command-line/command-error';
import { type Act, type Context, type Outcome, reasonOption, requirePast } from '../command.ts';
import { decide } from '../decisions/decide.ts';

const ABOUT = `Publishes the events of charges and ledger again, with the same event ids: use it when the event log lost the
events of a period. Consumers ignore events that they have handled, so it is safe to repeat. It works in steps and
prints its progress: after an error, run it again with --from of the last step.`;

type Options = { readonly from: Date; readonly to?: Date; readonly reason: string };

export function republish(program: ProgramCommand, act: Act): void {
  program
    .command('republish')
    .summary('publish the events of a period again, after the event log lost them')
    .description(ABOUT)
    .addOption(timeOption('--from', 'start of the period, inclusive').makeOptionMandatory())
    .addOption(timeOption('--to', 'end of the period, exclusive; default: now'))
    .addOption(reasonOption())
    .examples(
      "republish --from 2026-11-15T12:00:00Z --to 2026-11-15T13:00:00Z --reason 'Kafka lost a disk'",
    )
    .action(act(run));
}

async function run(context: Context, asked: Options): Promise<Outcome> {
  const { from, to = context.now(), reason } = asked;
  requirePast(context, '--to', asked.to);
  if (from >= to) throw usageError('--from must be before --to.');
  const window = { from: from.toISOString(), to: to.toISOString() };
  return decide(context, 'RepublishEvents', { ...window, reason });
}
