import { usageError } from '@entrada/command-line/command-error';
import { timeOption } from '@entrada/command-line/time-option';
import { counted } from '@entrada/platform/text/counted';
import type { Command } from 'commander';
import { inSteps } from '../access/in-steps.ts';
import { connect } from '../access/services.ts';
import {
  type Act,
  type Context,
  examples,
  type Outcome,
  reasonOption,
  requirePast,
} from '../command.ts';

const ABOUT = `Ends the dashboard sessions of an account, or of every account: use it when a session may be in the wrong
hands, or after a restore of auth, which makes ended sessions valid again. Their owners log in again.`;

type Options = { readonly account?: string; readonly before?: Date; readonly reason: string };

export function sessions(program: Command, act: Act): void {
  const lines = [
    "sessions end --account <account id> --reason 'ticket 4711'",
    "sessions end --before 2026-11-15T12:00:00Z --reason 'auth restored'",
  ];
  program
    .command('sessions')
    .summary('end sessions of the dashboard')
    .description('Sessions of the dashboard.')
    .addHelpText('after', examples(...lines))
    .command('end')
    .summary('end the sessions of one account or of all')
    .description(ABOUT)
    .option('--account <account id>', 'every session of this account')
    .addOption(timeOption('--before', 'every session that was opened before this time'))
    .addOption(reasonOption())
    .addHelpText('after', examples(...lines))
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
