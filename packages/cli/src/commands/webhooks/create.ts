import type { Command } from 'commander';
import { change } from '../../access/change.ts';
import { connect } from '../../access/connect.ts';
import { type Act, type Context, eventsOption, examples, type Outcome } from '../../command.ts';
import { webhookText } from '../../text/webhook-text.ts';

const ABOUT = `Registers an endpoint, which must respond to a signed test event with 2xx, and prints the secret that signs its
deliveries. The secret is shown only this once. A receiver that checks signatures needs it before the test: create the endpoint
with --disabled, give the receiver the secret, then run entrada webhooks test and entrada webhooks change --enable.`;

type Asked = {
  readonly name: string;
  readonly url: string;
  readonly events?: string[];
  readonly disabled?: true;
};

export function create(group: Command, act: Act): void {
  group
    .command('create')
    .summary('register an endpoint')
    .description(ABOUT)
    .requiredOption('--name <name>', 'your name for it')
    .requiredOption('--url <url>', 'an https address on the public internet')
    .addOption(eventsOption('events that it gets'))
    .option('--disabled', 'without a test, and without deliveries until it is enabled')
    .addHelpText(
      'after',
      examples('webhooks create --name Shop --url https://shop.example/hooks --disabled'),
    )
    .action(act(run));
}

async function run(context: Context, { disabled, ...webhook }: Asked): Promise<Outcome> {
  const connection = connect(context);
  const wording = { what: 'The endpoint', look: 'entrada webhooks list' };
  const enabled = disabled ? { enabled: false } : {};
  const created = await change(context, connection, wording, () =>
    connection.entrada.webhooks.create({ ...webhook, ...enabled }, { signal: context.signal }),
  );
  const secret = `Signing secret, shown only now: ${created.secret}`;
  return { text: [...webhookText(created.webhook), secret], json: created };
}
