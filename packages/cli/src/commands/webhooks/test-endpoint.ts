import type { Command } from 'commander';
import { change } from '../../access/change.ts';
import { connect } from '../../access/connect.ts';
import { type Act, type Context, examples, type Outcome } from '../../command.ts';
import { deliveryText, isDelivered } from '../../text/delivery-text.ts';

export function testEndpoint(group: Command, act: Act): void {
  group
    .command('test')
    .summary('send a test event to an endpoint')
    .description(
      'Sends a signed test event now and shows how the receiver responded; the exit code is 1 if it failed.',
    )
    .argument('<webhookId>', 'from the list')
    .option('--event <name>', 'the event whose sample is sent; default: WEBHOOK_TEST')
    .addHelpText('after', examples('webhooks test <webhookId>'))
    .action(act(run));
}

async function run(
  context: Context,
  webhookId: string,
  asked: { readonly event?: string },
): Promise<Outcome> {
  const connection = connect(context);
  const wording = { what: 'The test', look: `entrada deliveries list --webhook ${webhookId}` };
  const delivery = await change(context, connection, wording, () =>
    connection.entrada.webhooks.test(webhookId, asked, { signal: context.signal }),
  );
  return { text: deliveryText(delivery), json: { delivery }, failed: !isDelivered(delivery) };
}
