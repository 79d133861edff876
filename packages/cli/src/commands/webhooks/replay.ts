import { timeOption } from '@entrada/command-line/time-option';
import { type Command, Option } from 'commander';
import { change } from '../../access/change.ts';
import { connect } from '../../access/connect.ts';
import { type Act, type Context, examples, type Outcome } from '../../command.ts';

const ABOUT = `Delivers the events of a time window to an endpoint again. Each keeps its webhook-id, so a receiver that
handles each id once does nothing twice. --dry-run counts them first.`;

type Asked = {
  readonly from: Date;
  readonly to: Date;
  readonly only?: 'all' | 'failed';
  readonly dryRun?: true;
};

export function replay(group: Command, act: Act): void {
  group
    .command('replay')
    .summary('deliver the events of a time window again')
    .description(ABOUT)
    .argument('<webhookId>', 'from the list')
    .addOption(timeOption('--from', 'beginning, inclusive').makeOptionMandatory())
    .addOption(timeOption('--to', 'end, exclusive').makeOptionMandatory())
    .addOption(
      new Option('--only <which>', 'all of them, or those that failed').choices(['all', 'failed']),
    )
    .option('--dry-run', 'count them and send nothing')
    .addHelpText(
      'after',
      examples(
        'webhooks replay <webhookId> --from 2026-11-15T00:00:00Z --to 2026-11-16T00:00:00Z --dry-run',
      ),
    )
    .action(act(run));
}

async function run(
  context: Context,
  webhookId: string,
  { from, to, only, dryRun }: Asked,
): Promise<Outcome> {
  const connection = connect(context);
  const window = {
    from: from.toISOString(),
    to: to.toISOString(),
    ...(only ? { only } : {}),
    ...(dryRun ? { dryRun } : {}),
  };
  const wording = { what: 'The replay', look: `entrada deliveries list --webhook ${webhookId}` };
  const made = await change(context, connection, wording, () =>
    connection.entrada.webhooks.replay(webhookId, window, { signal: context.signal }),
  );
  const verb = made.dryRun ? 'would be' : 'will be';
  return { text: `Deliveries that ${verb} sent again: ${made.count}.`, json: made };
}
