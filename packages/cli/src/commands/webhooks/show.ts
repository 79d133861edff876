import type { Command } from 'commander';
import { connect } from '../../access/connect.ts';
import { type Act, type Context, examples, type Outcome } from '../../command.ts';
import { webhookText } from '../../text/webhook-text.ts';

export function show(group: Command, act: Act): void {
  group
    .command('show')
    .summary('show an endpoint')
    .description('Shows an endpoint and how its deliveries of the last 24 hours went.')
    .argument('<webhookId>', 'from the list')
    .addHelpText('after', examples('webhooks show <webhookId>'))
    .action(act(run));
}

async function run(context: Context, webhookId: string): Promise<Outcome> {
  const { entrada } = connect(context);
  const webhook = await entrada.webhooks.get(webhookId, { signal: context.signal });
  return { text: webhookText(webhook), json: { webhook } };
}
