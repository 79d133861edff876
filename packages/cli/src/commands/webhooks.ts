import type { Webhook } from '@entrada/client/webhooks';
import { timeOption } from '@entrada/command-line/command';
import { usageError } from '@entrada/command-line/command-error';
import { type Command, Option } from 'commander';
import { change as makeChange } from '../access/change.ts';
import { connect } from '../access/connect.ts';
import {
  type Act,
  type Context,
  confirm,
  eventsOption,
  examples,
  type Outcome,
} from '../command.ts';
import { isHttpUrl } from '../process-terminal.ts';
import { deliveryText, isDelivered } from '../text/delivery-text.ts';
import { fields, table } from '../text/table.ts';

export function webhooks(program: Command, act: Act): void {
  const group = program
    .command('webhooks')
    .summary('register, test and change endpoints')
    .description(
      'Endpoints that events are delivered to. For a receiver on this computer use entrada listen.',
    )
    .addHelpText(
      'after',
      examples('webhooks list', 'webhooks create --name Shop --url https://shop.example/hooks'),
    );
  const commands = [list, create, show, change, testEndpoint, rotateSecret, replay, remove];
  for (const register of commands) register(group, act);
}

const ABOUT_CREATE = `Registers an endpoint, which must respond to a signed test event with 2xx, and prints the secret that signs its
deliveries. The secret is shown only this once. A receiver that checks signatures needs it before the test: create the endpoint
with --disabled, give the receiver the secret, then run entrada webhooks test and entrada webhooks change --enable; or bring
its secret with --own-secret.`;

type CreateOptions = {
  readonly name: string;
  readonly url: string;
  readonly events?: string[];
  readonly disabled?: true;
  readonly ownSecret?: true;
};

function create(group: Command, act: Act): void {
  group
    .command('create')
    .summary('register an endpoint')
    .description(ABOUT_CREATE)
    .requiredOption('--name <name>', 'your name for it')
    .requiredOption('--url <url>', 'an https address on the public internet')
    .addOption(eventsOption('events that it gets (default: DEPOSIT_ASSET_SUCCESS)'))
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
    .action(act(runCreate));
}

async function runCreate(context: Context, asked: CreateOptions): Promise<Outcome> {
  const { disabled, ownSecret, ...webhook } = asked;
  const connection = connect(context);
  const own = ownSecret ? { secret: await secretOf(context) } : {};
  const wording = { what: 'The endpoint', look: 'entrada webhooks list' };
  const enabled = disabled ? { enabled: false } : {};
  const created = await makeChange(context, connection, wording, () =>
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

function list(group: Command, act: Act): void {
  group
    .command('list')
    .summary('list endpoints')
    .description('Lists the endpoints of the account, newest first.')
    .addHelpText('after', examples('webhooks list'))
    .action(act(runList));
}

async function runList(context: Context): Promise<Outcome> {
  const { entrada } = connect(context);
  const webhooks = await entrada.webhooks.list({ signal: context.signal });
  const rows = webhooks.map(({ id, status, name, url }) => [id, status, name, url]);
  return { text: webhooks.length > 0 ? table(rows) : 'No endpoints.', json: { webhooks } };
}

function show(group: Command, act: Act): void {
  group
    .command('show')
    .summary('show an endpoint')
    .description('Shows an endpoint and how its deliveries of the last 24 hours went.')
    .argument('<webhookId>', 'from the list')
    .addHelpText('after', examples('webhooks show <webhookId>'))
    .action(act(runShow));
}

async function runShow(context: Context, webhookId: string): Promise<Outcome> {
  const { entrada } = connect(context);
  const webhook = await entrada.webhooks.get(webhookId, { signal: context.signal });
  return { text: webhookText(webhook), json: { webhook } };
}

type ChangeOptions = {
  readonly name?: string;
  readonly url?: string;
  readonly events?: string[];
  readonly enable?: true;
  readonly disable?: true;
};

function change(group: Command, act: Act): void {
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
    .action(act(runChange));
}

async function runChange(
  context: Context,
  webhookId: string,
  asked: ChangeOptions,
): Promise<Outcome> {
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

const ABOUT_ROTATE_SECRET = `Creates a new signing secret and prints it, only this once. For 24 hours deliveries are signed with the
old one, too.`;

function rotateSecret(group: Command, act: Act): void {
  group
    .command('rotate-secret')
    .summary('create a new signing secret')
    .description(ABOUT_ROTATE_SECRET)
    .argument('<webhookId>', 'from the list')
    .addHelpText('after', examples('webhooks rotate-secret <webhookId>'))
    .action(act(runRotateSecret));
}

async function runRotateSecret(context: Context, webhookId: string): Promise<Outcome> {
  const connection = connect(context);
  const wording = {
    what: 'The new secret',
    look: 'entrada deliveries list. If it was, you have not seen it: run this command again and install the secret that it prints at once, because the one you have may stop working then.',
  };
  const secret = await makeChange(context, connection, wording, () =>
    connection.entrada.webhooks.rotateSecret(webhookId, { signal: context.signal }),
  );
  return { text: `Signing secret, shown only now: ${secret}`, json: { secret } };
}

function remove(group: Command, act: Act): void {
  group
    .command('delete')
    .summary('delete an endpoint')
    .description(
      'Deletes an endpoint; its events stay in the feed. It asks first, unless you pass --yes.',
    )
    .argument('<webhookId>', 'from the list')
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('webhooks delete <webhookId> --yes'))
    .action(act(runRemove));
}

async function runRemove(
  context: Context,
  webhookId: string,
  { yes = false }: { readonly yes?: boolean },
): Promise<Outcome> {
  const connection = connect(context);
  await confirm(context, `Delete the endpoint ${webhookId}?`, yes);
  const wording = { what: 'The deletion', look: 'entrada webhooks list' };
  await makeChange(context, connection, wording, () =>
    connection.entrada.webhooks.delete(webhookId, { signal: context.signal }),
  );
  return { text: `Deleted ${webhookId}.`, json: { deleted: webhookId } };
}

function testEndpoint(group: Command, act: Act): void {
  group
    .command('test')
    .summary('send a test event to an endpoint')
    .description(
      'Sends a signed test event now and shows how the receiver responded; the exit code is 1 if it failed.',
    )
    .argument('<webhookId>', 'from the list')
    .option('--event <name>', 'the event whose sample is sent; default: WEBHOOK_TEST')
    .addHelpText('after', examples('webhooks test <webhookId>'))
    .action(act(runTestEndpoint));
}

async function runTestEndpoint(
  context: Context,
  webhookId: string,
  asked: { readonly event?: string },
): Promise<Outcome> {
  const connection = connect(context);
  const wording = { what: 'The test', look: `entrada deliveries list --webhook ${webhookId}` };
  const delivery = await makeChange(context, connection, wording, () =>
    connection.entrada.webhooks.test(webhookId, asked, { signal: context.signal }),
  );
  return { text: deliveryText(delivery), json: { delivery }, failed: !isDelivered(delivery) };
}

const ABOUT_REPLAY = `Delivers the events of a time window to an endpoint again. Each keeps its webhook-id, so a receiver that
handles each id once does nothing twice. --dry-run counts them first.`;

type ReplayOptions = {
  readonly from: Date;
  readonly to: Date;
  readonly only?: 'all' | 'failed';
  readonly dryRun?: true;
};

function replay(group: Command, act: Act): void {
  group
    .command('replay')
    .summary('deliver the events of a time window again')
    .description(ABOUT_REPLAY)
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
    .action(act(runReplay));
}

async function runReplay(
  context: Context,
  webhookId: string,
  { from, to, only, dryRun }: ReplayOptions,
): Promise<Outcome> {
  const connection = connect(context);
  const window = {
    from: from.toISOString(),
    to: to.toISOString(),
    ...(only ? { only } : {}),
    ...(dryRun ? { dryRun } : {}),
  };
  const wording = { what: 'The replay', look: `entrada deliveries list --webhook ${webhookId}` };
  const made = await makeChange(context, connection, wording, () =>
    connection.entrada.webhooks.replay(webhookId, window, { signal: context.signal }),
  );
  const verb = made.dryRun ? 'would be' : 'will be';
  return { text: `Deliveries that ${verb} sent again: ${made.count}.`, json: made };
}

const SECRET = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

function isWebhookSecret(text: string): boolean {
  return (SECRET.exec(text)?.[1] ?? '') !== '';
}

/** The same variable as in the receivers of the documentation: an argument can be read by other programs. */
export const SECRET_VARIABLE = 'WEBHOOK_SECRET';

export function requireWebhookSecret(name: string, secret: string): string {
  if (isWebhookSecret(secret)) return secret;
  throw usageError(`${name} must be whsec_ and base64, as it was shown.`);
}

export function requireHttpUrl(name: string, url: string): string {
  if (isHttpUrl(url)) return url;
  throw usageError(`${name} must be a URL such as http://localhost:3000/hook.`);
}

function webhookText({ id, name, url, status, events, health }: Webhook): string[] {
  const { delivered, failed, waiting, lastFailureCause } = health;
  return fields({
    id,
    name,
    url,
    status,
    events: events.join(', '),
    'last 24 hours': `${delivered} delivered, ${failed} failed, ${waiting} waiting`,
    'last failure': lastFailureCause,
  });
}
