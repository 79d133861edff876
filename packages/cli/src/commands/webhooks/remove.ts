import type { Command } from 'commander';
import { change } from '../../access/change.ts';
import { connect } from '../../access/connect.ts';
import { type Act, type Context, examples, type Outcome } from '../../command.ts';
import { confirm } from '../../confirm.ts';

export function remove(group: Command, act: Act): void {
  group
    .command('delete')
    .summary('delete an endpoint')
    .description(
      'Deletes an endpoint; its events stay in the feed. It asks first, unless you pass --yes.',
    )
    .argument('<webhookId>', 'from the list')
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('webhooks delete <webhookId> --yes'))
    .action(act(run));
}

async function run(
  context: Context,
  webhookId: string,
  { yes = false }: { readonly yes?: boolean },
): Promise<Outcome> {
  const connection = connect(context);
  await confirm(context, `Delete the endpoint ${webhookId}?`, yes);
  const wording = { what: 'The deletion', look: 'entrada webhooks list' };
  await change(context, connection, wording, () =>
    connection.entrada.webhooks.delete(webhookId, { signal: context.signal }),
  );
  return { text: `Deleted ${webhookId}.`, json: { deleted: webhookId } };
}
