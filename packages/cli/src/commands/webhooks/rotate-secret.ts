import type { Command } from 'commander';
import { change } from '../../access/change.ts';
import { connect } from '../../access/connect.ts';
import { type Act, type Context, examples, type Outcome } from '../../command.ts';

const ABOUT = `Creates a new signing secret and prints it, only this once. For 24 hours deliveries are signed with the
old one, too.`;

export function rotateSecret(group: Command, act: Act): void {
  group
    .command('rotate-secret')
    .summary('create a new signing secret')
    .description(ABOUT)
    .argument('<webhookId>', 'from the list')
    .addHelpText('after', examples('webhooks rotate-secret <webhookId>'))
    .action(act(run));
}

async function run(context: Context, webhookId: string): Promise<Outcome> {
  const connection = connect(context);
  const wording = {
    what: 'The new secret',
    look: 'entrada deliveries list. If it was, you have not seen it: run this command again and install the secret that it prints at once, because the one you have may stop working then.',
  };
  const secret = await change(context, connection, wording, () =>
    connection.entrada.webhooks.rotateSecret(webhookId, { signal: context.signal }),
  );
  return { text: `Signing secret, shown only now: ${secret}`, json: { secret } };
}
