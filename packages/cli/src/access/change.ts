import { EntradaError } from '@entrada/client/entrada-error';
import { CommandError } from '@entrada/command-line/command-error';
import type { Context } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import type { Connection } from './connect.ts';

/** Refused before the API looks whether the change was made: they say nothing about an attempt before. */
const AT_THE_DOOR = new Set([401, 403, 429]);
const IN_PROGRESS = 'idempotency_in_progress';

type Wording = {
  /** What may have happened, as `The refund`. */
  readonly what: string;
  /** The command that shows whether it did. */
  readonly look: string;
  /** The command that repeats it without doing it twice, if there is one. */
  readonly again?: string;
};

/** Makes one change. If it is not known whether it was made, the error says so and how to find out. */
export async function change<T>(
  { signal }: Context,
  { observed }: Connection,
  wording: Wording,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!observed.isUnclear() || isRefusal(error)) throw error;
    const { code, requestId } = error as Partial<EntradaError>;
    const why = signal.aborted ? 'Interrupted' : reason(error);
    throw new CommandError(`${why}. ${unclear(wording)}`, {
      exitCode: signal.aborted ? EXIT.interrupted : EXIT.unclear,
      cause: error,
      facts: { code, requestId, outcome: 'unknown', look: wording.look, again: wording.again },
    });
  }
}

function unclear({ what, look, again }: Wording): string {
  const repeat = again ? ` To repeat it without doing it twice: ${again}` : '';
  return `${what} may have been made. To see whether it was: ${look}${repeat ? `\n${repeat.trim()}` : ''}`;
}

/** The API judged it, and did not do it. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof EntradaError) || error.code === 'invalid_reply') return false;
  const { status, code } = error;
  return status >= 400 && status < 500 && !AT_THE_DOOR.has(status) && code !== IN_PROGRESS;
}

function reason(error: unknown): string {
  const { message, code, requestId } = error as EntradaError;
  const facts = [code, requestId && `request ${requestId}`].filter(Boolean).join(', ');
  return `${message.replace(/\.$/, '')} (${facts})`;
}
