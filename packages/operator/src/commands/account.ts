import type { Command } from 'commander';
import { type Act, type Context, examples, type Outcome } from '../command.ts';
import { createAccount } from '../create-account.ts';

const ABOUT = `Creates an account with its first API key and, when a URL is given, a webhook endpoint: use it for the
first account of an installation, or for tests. The key and the secret are shown only now.`;

type Asked = {
  readonly email: string;
  readonly password: string;
  readonly name?: string;
  readonly webhookUrl?: string;
};

export function account(program: Command, act: Act): void {
  program
    .command('account')
    .summary('create accounts')
    .description('Creates accounts.')
    .addHelpText('after', examples('account create --email ana@shop.example --password <secret>'))
    .command('create')
    .summary('create an account with an API key')
    .description(ABOUT)
    .requiredOption('--email <address>', 'logs in to the dashboard')
    .requiredOption('--password <secret>', 'logs in to the dashboard')
    .option('--name <name>', 'shown in the dashboard; without it, the address')
    .option('--webhook-url <url>', 'receives the events of the account')
    .addHelpText('after', examples('account create --email ana@shop.example --password <secret>'))
    .action(act(create));
}

async function create({ env }: Context, asked: Asked): Promise<Outcome> {
  const created = await createAccount(env, { ...asked, name: asked.name ?? asked.email });
  const { accountId, apiKey, webhookSecret } = created;
  const text = [`Account ${accountId} is created.`, `API key: ${apiKey}`];
  if (webhookSecret) text.push(`Webhook secret: ${webhookSecret}`);
  return { text, json: created };
}
