import { type Command, InvalidArgumentError, Option } from 'commander';
import { usageError } from './operator-error.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export type WithEnv = { readonly env: Env };

/** What a command gets besides its arguments. */
export type Context = WithEnv & {
  readonly now: () => Date;
};

/** The outcome of a command: sentences for a person, and the same as data for a script. */
export type Outcome = {
  readonly text: string | readonly string[];
  readonly json: unknown;
  /** It ran and found a problem. */
  readonly failed?: boolean;
};

// biome-ignore lint/suspicious/noExplicitAny: commander gives each action the arguments it declared.
type Action = (context: Context, ...args: any[]) => Promise<Outcome>;
/** Turns what a command does into an action of commander. */
export type Act = (action: Action) => (...args: unknown[]) => Promise<void>;
/** Adds one command to the program. */
export type Register = (program: Command, act: Act) => void;

const WHOLE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const REASON_LENGTH_MAX = 500;

/** A time with its zone; a year alone would be a time to Date, too. */
function timeIn(text: string): Date {
  const time = new Date(WHOLE_TIME.test(text) ? text : Number.NaN);
  if (!Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('It must be a time such as 2026-11-15T00:00:00Z.');
}

export function timeOption(name: string, about: string): Option {
  return new Option(`${name} <time>`, about).argParser(timeIn);
}

/** For an option about what has happened. */
export function requirePast({ now }: Context, option: string, time: Date | undefined): void {
  if (time && time > now()) throw usageError(`${option} ${time.toISOString()} is in the future.`);
}

/** For a decision: it is recorded in the audit log. */
export function reasonOption(): Option {
  return new Option('--reason <why>', 'reason of the decision, recorded in the audit log')
    .makeOptionMandatory()
    .argParser((text) => {
      if (text.trim() !== '' && text.length <= REASON_LENGTH_MAX) return text;
      throw new InvalidArgumentError(`It must have 1 to ${REASON_LENGTH_MAX} characters.`);
    });
}

/** How a command is typed, below its options. */
export function examples(...lines: string[]): string {
  return `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${lines.map((line) => `  $ operator ${line}\n`).join('')}`;
}
