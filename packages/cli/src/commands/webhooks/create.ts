import { usageError } from '@entrada/command-line/command-error';
import type { Command } from 'commander';
import { change } from '../../access/change.ts';
import { connect } from '../../access/connect.ts';
import { type Act, type Context, eventsOption, examples, type Outcome } from '../../command.ts';
import { webhookText } from '../../text/webhook-text.ts';
import { requireWebhookSecret, SECRET_VARIABLE } from '../webhook-input.ts';

const ABOUT = `Registers an endpoint, which must respond to a signed test event with 2xx, and prints the secret that signs its
deliveries. The secret is shown only this once. A receiver that checks signatures needs it before the test: create the endpoint
with --disabled, give the receiver the secret, then run entrada webhooks test and entrada webhooks change --enable; or bring
its secret with --own-secret.`;

type Asked = {
  readonly name: string;
  readonly url: string;
  readonly events?: string[];
  readonly disabled?: true;
  readonly ownSecret?: true;
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
    .option(
      '--own-secret',
      `sign with your secret, from ${SECRET_VARIABLE} or typed without being shown`,
    )
    .addHelpText(
      'after',
      examples(
        'webhooks create --name Shop --url https://shop.example/hooks --disabled',
        'webhooks create --name Shop --url https://shop.example/hooks --own-secret',
      ),
    )
    .action(act(run));
}

async function run(context: Context, asked: Asked): Promise<Outcome> {
  const { disabled, ownSecret, ...webhook } = asked;
  const connection = connect(context);
  const own = ownSecret ? { secret: await secretOf(context) } : {};
  const wording = { what: 'The endpoint', look: 'entrada webhooks list' };
  const enabled = disabled ? { enabled: false } : {};
  const created = await change(context, connection, wording, () =>
    connection.entrada.webhooks.create(
      { ...webhook, ...own, ...enabled },
      { signal: context.signal },
    ),
  );
  const secret = ownSecret
    ? 'Deliveries are signed with your secret.'
    : `Signing secret, shown only now: ${created.secret}`;
  return { text: [...webhookText(created.webhook), secret], json: created };
}

async function secretOf({ env, terminal, signal }: Context): Promise<string> {
  const given = env[SECRET_VARIABLE];
  if (given) return requireWebhookSecret(SECRET_VARIABLE, given);
  if (!terminal.isInteractive) {
    throw usageError(`Nobody can type the secret here. Set ${SECRET_VARIABLE}.`);
  }
  const typed = await terminal.askHidden('Signing secret, whsec_... (it is not shown): ', signal);
  return requireWebhookSecret('The secret', typed.trim());
}
