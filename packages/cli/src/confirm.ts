import { CommandError, usageError } from '@entrada/command-line/command-error';
import type { Context } from './command.ts';

/** Asks before something that cannot be undone; a script says --yes. */
export async function confirm(
  { terminal, signal }: Context,
  question: string,
  yes: boolean,
): Promise<void> {
  if (yes) return;
  if (!terminal.isInteractive)
    throw usageError(`${question} Add --yes to do it without being asked.`);
  const answer = await terminal.ask(`${question} [y/N] `, signal);
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Not confirmed: nothing was done.');
}
