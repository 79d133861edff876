import { type ProgramCommand, timeOption } from '@entrada/command-line/command';
import { usageError } from '@entrada/command-line/command-error';
import { InvalidArgumentError, Option } from 'commander';
import { connect } from '../access/services.ts';
import { type Act, type Context, type Outcome, reasonOption } from '../command.ts';
import { decide } from '../decisions/decide.ts';
import { type TermsFlag as Flag, TERMS_FIELDS, termsLine } from '../terms-line.ts';

const ABOUT = `Fee plan and limits of one account: use it when an account has other terms than the deployment. Each
version takes effect at a time; charges keep the version that they were created under.`;
const SET = `Adds a version of the account's terms. An option that is given replaces the value, "default" restores the
deployment's. The rest stays as it is at that time: a scheduled version undoes no change that is made in the meantime. Limits can only
be narrower than the deployment's. To replace a part of a scheduled version, set it from the same time.`;
const WHOLE = /^\d{1,15}$/;

type Options = Partial<Record<Flag, string | number>> & {
  readonly from?: Date;
  readonly reason: string;
};

export function terms(program: ProgramCommand, act: Act): void {
  const group = program
    .command('terms')
    .summary('fee plan and limits of one account')
    .description(ABOUT)
    .examples(
      'terms show <account id>',
      "terms set <account id> --fee-bps 50 --reason 'contract of May'",
    );
  const account = ['<account id>', 'whose terms'] as const;
  group
    .command('show')
    .summary('show the terms in effect, and what is scheduled next')
    .description(
      'Shows the terms of an account that are in effect, and the version that is scheduled next.',
    )
    .argument(...account)
    .examples('terms show <account id>')
    .action(act(show));
  addOptions(
    group
      .command('set')
      .summary('add a version')
      .description(SET)
      .argument(...account),
  )
    .examples(
      "terms set <account id> --fee-bps 50 --fee-min 10 --reason 'contract of May'",
      "terms set <account id> --value-max 100000 --from 2026-12-01T00:00:00Z --reason 'risk review'",
      "terms set <account id> --fee-bps default --reason 'promotion is over'",
    )
    .action(act(set));
  group
    .command('history')
    .summary('show every version')
    .description(
      'Shows every version of the account’s own terms, newest first, with who set it and why.',
    )
    .argument(...account)
    .examples('terms history <account id>')
    .action(act(history));
}

function addOptions(command: ProgramCommand): ProgramCommand {
  const amount = (flag: string, about: string) =>
    command.addOption(new Option(`--${flag} <cents>`, `${about}, or: default`).argParser(amountIn));
  command.addOption(
    new Option(
      '--fee-bps <n>',
      'share of the value in hundredths of a percent, or: default',
    ).argParser(amountIn),
  );
  amount('fee-fixed', 'fixed part of the fee');
  amount('fee-min', 'least fee');
  amount('fee-max', 'highest fee');
  command.addOption(
    new Option(
      '--fee-mode <mode>',
      'deduct the fee from the credit, or add it to the value',
    ).choices(['DEDUCT', 'ON_TOP', 'default']),
  );
  amount('value-min', 'minimum value of a deposit');
  amount('value-max', 'maximum value of a deposit');
  for (const what of ['deposit', 'refund']) {
    const about = `${what}s in a day, which begins at midnight in Brasília, or: default, for no limit`;
    const number = new Option(`--daily-${what}s <n>`, `most ${about}`);
    command.addOption(number.argParser(amountIn));
    const cents = new Option(`--daily-${what}-cents <cents>`, `highest amount of ${about}`);
    command.addOption(cents.argParser(amountIn));
  }
  return command
    .addOption(timeOption('--from', 'when the version takes effect; default: now'))
    .addOption(reasonOption());
}

function amountIn(text: string): number | string {
  if (text === 'default') return text;
  if (WHOLE.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be an integer, or default.');
}

async function show(context: Context, accountId: string): Promise<Outcome> {
  using charges = await connect(context, 'charges');
  const { current, next } = await charges.getTerms({ accountId });
  if (current?.version === 0 && !next) await requireAccount(context, accountId);
  const lines = [current && termsLine(current), next && `next: ${termsLine(next)}`];
  return { text: lines.filter((line) => line !== null), json: { current, next } };
}

async function set(context: Context, accountId: string, asked: Options): Promise<Outcome> {
  const flags = (Object.keys(TERMS_FIELDS) as Flag[]).filter((flag) => asked[flag] !== undefined);
  if (flags.length === 0) {
    throw usageError('Name at least one option to change, such as --fee-bps; --help lists them.');
  }
  const isDefault = (flag: Flag) => asked[flag] === 'default';
  const given = flags.filter((flag) => !isDefault(flag));
  return decide(context, 'SetTerms', {
    accountId,
    ...Object.fromEntries(given.map((flag) => [TERMS_FIELDS[flag], asked[flag]])),
    defaults: flags.filter(isDefault).map((flag) => TERMS_FIELDS[flag]),
    from: asked.from?.toISOString() ?? '',
    reason: asked.reason,
  });
}

async function history(context: Context, accountId: string): Promise<Outcome> {
  using charges = await connect(context, 'charges');
  const { versions } = await charges.listTerms({ accountId });
  if (versions.length === 0) await requireAccount(context, accountId);
  const none = `Account ${accountId} has no terms of its own: the deployment's are in effect.`;
  return { text: versions.length === 0 ? none : versions.map(termsLine), json: versions };
}

/** Charges has the deployment's terms for any id: auth knows whether it is an account's. */
async function requireAccount(context: Context, accountId: string): Promise<void> {
  using auth = await connect(context, 'auth');
  await auth.getAccount({ accountId });
}
