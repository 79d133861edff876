import { randomBytes } from 'node:crypto';
import type { ProgramCommand } from '@entrada/command-line/command';
import { CommandError } from '@entrada/command-line/command-error';
import { counted } from '@entrada/platform/text/counted';
import { InvalidArgumentError, Option } from 'commander';
import { connect } from '../access/services.ts';
import { type Act, type Context, type Outcome, reasonOption, type WithEnv } from '../command.ts';
import { createAccount } from '../create-account.ts';
import { decide } from '../decisions/decide.ts';

const PASSWORD_BYTES = 18;
const CREATE = `Creates an account with its first API key and, when a URL is given, a webhook endpoint: use it for the
first account of an installation, or for tests. Password, key and secret are shown only now. It needs no --reason,
because it decides nothing about what exists: anyone can sign up, and auth records each account in the audit log.`;
const LOST = `Lists accounts that charges or the ledger know and that auth does not: use it after the database of auth was
restored to an older point. Balance and endpoints help to tell whose they are.`;
const RESTORE = `Creates a lost account again, under its id, and prints its new password: its owner logs in with it,
sees the same balance and deposits as before, changes the password and creates new keys. Make sure first that the
address is that of the account's owner: nobody but you checks it.`;
const RESET = `Gives an account a new password, prints it, and ends every session: use it when its owner lost the password,
or when a restore of auth made an old one valid again. API keys stay valid.`;

const RESET_TWO_FACTOR = `Turns two-factor authentication off and ends every session: use it when the owner of an account has lost
the phone and the recovery codes. The password is then enough to log in, so make sure first who asks for it.`;

type NewAccount = {
  readonly email: string;
  readonly name?: string;
  readonly webhookUrl?: string;
};
type RestoreOptions = { readonly email: string; readonly name?: string; readonly reason: string };

export function account(program: ProgramCommand, act: Act): void {
  const group = program
    .command('account')
    .summary('create and freeze accounts, find and restore lost ones, reset passwords')
    .description('Creates accounts, and restores what a restored database of auth has lost.')
    .examples('account create --email ana@shop.example', 'account lost');
  group
    .command('create')
    .summary('create an account with an API key')
    .description(CREATE)
    .requiredOption('--email <address>', 'of its owner, to log in to the dashboard')
    .option('--name <name>', 'shown in the dashboard; without it, the address')
    .addOption(
      new Option('--webhook-url <url>', 'receives the events of the account').argParser(urlIn),
    )
    .examples('account create --email ana@shop.example')
    .action(act(create));
  group
    .command('lost')
    .summary('find accounts that auth has lost')
    .description(LOST)
    .examples('account lost', 'account lost --json')
    .action(act(lost));
  group
    .command('restore')
    .summary('create a lost account again, under its id')
    .description(RESTORE)
    .argument('<account id>', 'from operator account lost')
    .requiredOption('--email <address>', 'of its owner')
    .option('--name <name>', 'shown in the dashboard; without it, the address')
    .addOption(reasonOption())
    .examples(
      "account restore <account id> --email ana@shop.example --reason 'auth restored, ticket 4711'",
    )
    .action(act(restore));
  freeze(group, act);
  group
    .command('reset-password')
    .summary('give an account a new password')
    .description(RESET)
    .argument('<account id>', 'whose password')
    .addOption(reasonOption())
    .examples("account reset-password <account id> --reason 'ticket 4711'")
    .action(act(resetPassword));
  group
    .command('reset-two-factor')
    .summary('turn two-factor authentication off for an owner who lost the device')
    .description(RESET_TWO_FACTOR)
    .argument('<account id>', 'whose two-factor authentication')
    .addOption(reasonOption())
    .examples("account reset-two-factor <account id> --reason 'ticket 4711'")
    .action(act(resetTwoFactor));
}

/** Whether http:// is allowed is known to webhooks alone. */
function urlIn(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It must be an absolute URL that starts with https://.');
}

async function create({ env }: Context, asked: NewAccount): Promise<Outcome> {
  // Made here: an argument can be read by other programs, and is kept in the history of the shell.
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const made = await createAccount(env, { ...asked, password, name: asked.name ?? asked.email });
  const created = { ...made, password };
  const { accountId, apiKey, webhookSecret } = created;
  const text = [
    `Account ${accountId} is created. Its password, shown only now: ${password}`,
    `API key: ${apiKey}`,
  ];
  if (webhookSecret) text.push(`Webhook secret: ${webhookSecret}`);
  return { text, json: created };
}

async function lost(context: Context): Promise<Outcome> {
  using ledger = await connect(context, 'ledger');
  using webhooks = await connect(context, 'webhooks');
  const found = [];
  for (const { accountId, knownTo } of await lostAccounts(context)) {
    const { availableCents } = await ledger.getBalance({ accountId });
    const { endpoints } = await webhooks.listEndpoints({ accountId });
    const urls = endpoints.map(({ url }) => url);
    found.push({ accountId, knownTo, availableCents, endpoints: urls });
  }
  const lines = found.map(
    ({ accountId, knownTo, availableCents, endpoints }) =>
      `${accountId}  known to ${knownTo.join(' and ')}  balance ${availableCents} cents  endpoints ${endpoints.join(' ') || 'none'}`,
  );
  const next =
    "What next: operator account restore <account id> --email <owner's address> --reason <why>";
  const none = 'No account is lost: auth has every account that charges and the ledger know.';
  return { text: lines.length === 0 ? none : [...lines, next], json: found };
}

async function restore(
  context: Context,
  accountId: string,
  { email, name = email, reason }: RestoreOptions,
): Promise<Outcome> {
  using auth = await connect(context, 'auth');
  if (!(await lostAccounts(context)).some((one) => one.accountId === accountId.toLowerCase())) {
    throw new CommandError(
      `Account ${accountId} is not lost: auth has it, or no service knows it. Take the id from operator account lost.`,
    );
  }
  const { password } = await auth.restoreAccount({ accountId, email, name, reason });
  const text = [
    `Account ${accountId} exists again. Its new password, shown only now: ${password}`,
    'Payments that the ledger could not credit without it are parked there, if there are any: operator parked list.',
  ];
  return { text, json: { accountId, email, password } };
}

async function resetPassword(
  context: Context,
  accountId: string,
  { reason }: { reason: string },
): Promise<Outcome> {
  using auth = await connect(context, 'auth');
  const { password, sessionsEnded } = await auth.resetPassword({ accountId, reason });
  const text = `The new password of account ${accountId}, shown only now: ${password} (${counted(sessionsEnded, 'session')} ended.)`;
  return { text, json: { accountId, password, sessionsEnded } };
}

async function resetTwoFactor(
  context: Context,
  accountId: string,
  { reason }: { reason: string },
): Promise<Outcome> {
  using auth = await connect(context, 'auth');
  const { sessionsEnded } = await auth.resetTwoFactor({ accountId, reason });
  const text = `Two-factor authentication of account ${accountId} is off. (${counted(sessionsEnded, 'session')} ended.)`;
  return { text, json: { accountId, sessionsEnded } };
}

const FREEZE = `Refuses the keys of an account with 403 account_frozen, and every change in its dashboard, at once: use it when an
account may be abused. Money that arrives is still credited, and webhooks still go out; its owner can look, and revoke keys.`;
const UNFREEZE = 'Ends a freeze: keys and dashboard work again at once.';

const FREEZING = [
  ['freeze', FREEZE, true],
  ['unfreeze', UNFREEZE, false],
] as const;

function freeze(group: ProgramCommand, act: Act): void {
  for (const [name, about, isFrozen] of FREEZING) {
    group
      .command(name)
      .summary(isFrozen ? 'refuse keys and changes of an account' : 'end a freeze')
      .description(about)
      .argument('<account id>', 'the account')
      .addOption(reasonOption())
      .examples(`account ${name} <account id> --reason 'ticket 4711'`)
      .action(
        act((context, accountId, { reason }) =>
          decide(context, 'SetFrozen', { accountId, frozen: isFrozen, reason }),
        ),
      );
  }
}

const PAGE_SIZE = 1_000;

type Page = { readonly accountIds: readonly string[] };
type ListAccounts = (asked: { after: string; limit: number }) => Promise<Page>;

/** An account that auth does not have, and who knows it. */
type LostAccount = { readonly accountId: string; readonly knownTo: readonly string[] };

/** Accounts that charges or the ledger know and that auth does not. */
async function lostAccounts(context: WithEnv): Promise<readonly LostAccount[]> {
  using auth = await connect(context, 'auth');
  using charges = await connect(context, 'charges');
  using ledger = await connect(context, 'ledger');
  const unknownTo = async (list: ListAccounts): Promise<readonly string[]> => {
    const unknown: string[] = [];
    for await (const accountIds of pagesOf(list)) {
      unknown.push(...(await auth.findUnknownAccounts({ accountIds })).accountIds);
    }
    return unknown;
  };
  const inCharges = new Set(await unknownTo((asked) => charges.listAccounts(asked)));
  const inLedger = new Set(await unknownTo((asked) => ledger.listAccounts(asked)));
  return [...new Set([...inCharges, ...inLedger])].sort().map((accountId) => ({
    accountId,
    knownTo: [
      ...(inCharges.has(accountId) ? ['charges'] : []),
      ...(inLedger.has(accountId) ? ['ledger'] : []),
    ],
  }));
}

async function* pagesOf(list: ListAccounts): AsyncGenerator<string[]> {
  // Terminates: each page starts after the previous one.
  for (let after = ''; ; ) {
    const { accountIds } = await list({ after, limit: PAGE_SIZE });
    if (accountIds.length > 0) yield [...accountIds];
    if (accountIds.length < PAGE_SIZE) return;
    after = accountIds.at(-1) ?? after;
  }
}
