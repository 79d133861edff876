import { type ProgramCommand, timeOption } from '@entrada/command-line/command';
import { usageError } from '@entrada/command-line/command-error';
import { counted } from '@entrada/platform/text/counted';
import { InvalidArgumentError } from 'commander';
import { connect } from '../access/services.ts';
import { type Act, type Context, type Outcome, reasonOption, requirePast } from '../command.ts';

const KEYS = `API keys of accounts: shows them, and revokes them when their owner cannot, or when a restored database of
auth no longer knows that they were revoked.`;
const REVOKE = `Revokes one key, every key of an account, or every key of every account that was created before a time. They
are refused everywhere within 5 s, and cannot be made usable again: their owners create new ones. Use --before after
a restore of auth when the log of auth is lost, and inform the owners.`;

type Options = { readonly account?: string; readonly before?: Date; readonly reason: string };

export function keys(program: ProgramCommand, act: Act): void {
  const group = program
    .command('keys')
    .summary('show and revoke API keys')
    .description(KEYS)
    .examples('keys list --account <account id>', "keys revoke <key id> --reason 'leaked'");
  group
    .command('list')
    .summary('show the keys of an account')
    .description('Shows the 200 newest keys of an account, newest first, without their values.')
    .requiredOption('--account <account id>', 'whose keys')
    .examples('keys list --account <account id>')
    .action(act(list));
  group
    .command('revoke')
    .summary('revoke keys')
    .description(REVOKE)
    .argument('[key id]', 'one key, from the list')
    .option('--account <account id>', 'every key of this account')
    .addOption(timeOption('--before', 'every key that was created before this time'))
    .addOption(reasonOption())
    .examples(
      "keys revoke <key id> --reason 'leaked'",
      "keys revoke --account <account id> --reason 'ticket 4711'",
      "keys revoke --before 2026-11-15T12:00:00Z --reason 'auth restored'",
    )
    .action(act(revoke));
}

async function list(context: Context, { account }: { account: string }): Promise<Outcome> {
  using auth = await connect(context, 'auth');
  // An account that does not exist has no keys either, which would hide a mistyped id.
  await auth.getAccount({ accountId: account });
  const { apiKeys } = await auth.listKeys({ accountId: account });
  const lines = apiKeys.map(({ id, prefix, name, createdAt, expiresAt, lastUsedAt, revokedAt }) =>
    [
      `${id}  ${prefix}…  ${name}  created ${createdAt}  last used ${lastUsedAt || 'never'}`,
      ...(expiresAt ? [`expires ${expiresAt}`] : []),
      ...(revokedAt ? [`revoked ${revokedAt}`] : []),
    ].join('  '),
  );
  const none = `Account ${account} has no keys.`;
  return { text: lines.length === 0 ? none : lines, json: apiKeys };
}

async function revoke(
  context: Context,
  keyId: string | undefined,
  { account, before, reason }: Options,
): Promise<Outcome> {
  requirePast(context, '--before', before);
  const which = [
    ...(keyId ? [{ keyId }] : []),
    ...(account ? [{ accountId: account }] : []),
    ...(before ? [{ createdBefore: before.toISOString() }] : []),
  ];
  if (which.length !== 1) throw usageError('Name one of: a key id, --account or --before.');
  using auth = await connect(context, 'auth');
  const revoked = await inSteps(async () => {
    const step = await auth.revokeKeys({ ...which[0], reason });
    return { done: step.revoked, more: step.more };
  });
  const none = 'No key was usable: nothing was changed.';
  const text = `${counted(revoked, 'key')} revoked, and refused everywhere within 5 s.`;
  return { text: revoked === 0 ? none : text, json: { revoked } };
}

const SESSIONS = `Ends the dashboard sessions of an account, or of every account: use it when a session may be in the wrong
hands, or after a restore of auth, which makes ended sessions valid again. Their owners log in again.`;

export function sessions(program: ProgramCommand, act: Act): void {
  const lines = [
    "sessions end --account <account id> --reason 'ticket 4711'",
    "sessions end --before 2026-11-15T12:00:00Z --reason 'auth restored'",
  ];
  program
    .command('sessions')
    .summary('end sessions of the dashboard')
    .description('Sessions of the dashboard.')
    .examples(...lines)
    .command('end')
    .summary('end the sessions of one account or of all')
    .description(SESSIONS)
    .option('--account <account id>', 'every session of this account')
    .addOption(timeOption('--before', 'every session that was opened before this time'))
    .addOption(reasonOption())
    .examples(...lines)
    .action(act(end));
}

async function end(context: Context, { account, before, reason }: Options): Promise<Outcome> {
  requirePast(context, '--before', before);
  const which = [
    ...(account ? [{ accountId: account }] : []),
    ...(before ? [{ openedBefore: before.toISOString() }] : []),
  ];
  if (which.length !== 1) throw usageError('Name one of --account and --before.');
  using auth = await connect(context, 'auth');
  const ended = await inSteps(async () => {
    const step = await auth.endSessions({ ...which[0], reason });
    return { done: step.ended, more: step.more };
  });
  return { text: `${counted(ended, 'session')} ended.`, json: { ended } };
}

type Step = { readonly done: number; readonly more: boolean };

/** Repeats a step until no work is left. Terminates, because each step does a part of a finite amount. */
async function inSteps(step: () => Promise<Step>): Promise<number> {
  let total = 0;
  for (;;) {
    const { done, more } = await step();
    total += done;
    if (!more) return total;
  }
}

const RATE_LIMIT = `Sets the rate limit of each API key of an account, or restores the default: use it when an account needs
a higher limit, or must be slowed down.`;
const RATE = /^[1-9]\d{0,6}$/;

export function rateLimit(program: ProgramCommand, act: Act): void {
  program
    .command('rate-limit')
    .summary('set the rate limit of an account')
    .description(RATE_LIMIT)
    .argument('<account id>', 'the account of the keys')
    .argument('<rate>', 'requests a second for each key, 1 to 9999999, or: default', rateIn)
    .addOption(reasonOption())
    .examples(
      "rate-limit <account id> 50 --reason 'ticket 4711'",
      "rate-limit <account id> default --reason 'campaign is over'",
    )
    .action(act(setRate));
}

function rateIn(text: string): number {
  if (text === 'default') return 0;
  if (RATE.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number between 1 and 9999999, or default.');
}

async function setRate(
  context: Context,
  accountId: string,
  rateLimitPerSecond: number,
  { reason }: { reason: string },
): Promise<Outcome> {
  using auth = await connect(context, 'auth');
  const asked = { accountId, rateLimitPerSecond, reason };
  const { previousRateLimitPerSecond: previous } = await auth.setRateLimit(asked);
  const now = rateLimitPerSecond ? `${rateLimitPerSecond} requests a second` : 'the default rate';
  return {
    text: `Account ${accountId}: ${now} for each key, before: ${previous || 'the default'}.`,
    json: { accountId, perSecond: rateLimitPerSecond || null, before: previous || null },
  };
}
