import { usageError } from '@entrada/command-line/command-error';
import { type Command, Option } from 'commander';
import { change as makeChange } from '../../access/change.ts';
import { connect } from '../../access/connect.ts';
import { type Act, type Context, eventsOption, examples, type Outcome } from '../../command.ts';
import { webhookText } from '../../text/webhook-text.ts';

type Asked = {
  readonly name?: string;
  readonly url?: string;
  readonly events?: string[];
  readonly enable?: true;
  readonly disable?: true;
};

export function change(group: Command, act: Act): void {
  group
    .command('change')
    .summary('change, enable or disable an endpoint')
    .description(
      'Changes what you name. A new address is tested first. While it is disabled, its deliveries are held.',
    )
    .argument('<webhookId>', 'from the list')
    .option('--name <name>', 'your name for it')
    .option('--url <url>', 'an https address on the public internet')
    .addOption(eventsOption('events that it gets'))
    .addOption(new Option('--enable', 'deliver to it').conflicts('disable'))
    .option('--disable', 'hold its deliveries')
    .addHelpText('after', examples('webhooks change <webhookId> --enable'))
    .action(act(run));
}

async function run(context: Context, webhookId: string, asked: Asked): Promise<Outcome> {
  const { enable, disable, ...others } = asked;
  const enabled = enable ? { enabled: true } : disable ? { enabled: false } : {};
  const changes = { ...others, ...enabled };
  if (Object.keys(changes).length === 0) {
    throw usageError('Name at least one of --name, --url, --events, --enable and --disable.');
  }
  const connection = connect(context);
  const wording = { what: 'The change', look: `entrada webhooks show ${webhookId}` };
  const webhook = await makeChange(context, connection, wording, () =>
    connection.entrada.webhooks.update(webhookId, changes, { signal: context.signal }),
  );
  return { text: webhookText(webhook), json: { webhook } };
}
