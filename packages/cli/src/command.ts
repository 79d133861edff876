import {
  type Act as ActIn,
  examplesOf,
  type Outcome,
  type Register as RegisterIn,
} from '@entrada/command-line/command';
import { CommandError, usageError } from '@entrada/command-line/command-error';
import { InvalidArgumentError, Option } from 'commander';

type Style = 'green' | 'red' | 'yellow' | 'dim';

/** The person at the keyboard, or the script that reads the output. */
export type Terminal = {
  /** A line of the outcome, printed as it comes. */
  readonly print: (line: string) => void;
  /** Bytes of the outcome, for a file. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** A line about the work, beside the outcome. */
  readonly note: (line: string) => void;
  /** Shows what is waited for, where somebody looks; it is gone when the returned function is called. */
  readonly progress: (what: string) => () => void;
  readonly paint: (style: Style, text: string) => string;
  /** Whether colours and cursor movements are understood. */
  readonly hasColor: boolean;
  /** Whether somebody can answer. */
  readonly isInteractive: boolean;
  readonly ask: (question: string, signal: AbortSignal) => Promise<string>;
  /** What is typed is not shown. */
  readonly askHidden: (question: string, signal: AbortSignal) => Promise<string>;
  /** All of standard input, up to a bound. */
  readonly readInput: () => Promise<string>;
};

export type Env = Readonly<Record<string, string | undefined>>;

/** What a command gets besides its arguments. */
export type Context = {
  readonly env: Env;
  readonly now: () => Date;
  /** Aborted by Ctrl-C; its reason is the error that the program then ends with. */
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
  readonly asJson: boolean;
  /** By --profile. */
  readonly profile: string | undefined;
  /** By --timeout, for each attempt; undefined: that of the client. */
  readonly timeoutMs: number | undefined;
  /** Whether a browser was started. */
  readonly openUrl: (url: string) => Promise<boolean>;
};

export type { Outcome };
export type Act = ActIn<Context>;
export type Register = RegisterIn<Context>;

/** How a command is typed, below its options. */
export function examples(...lines: string[]): string {
  return examplesOf('entrada', lines);
}

const VALUE_MAX = 999_999_999_999;

/** For an option whose value is a whole number. */
export function wholeNumber(min: number, max: number, otherwise = 'whole number') {
  return (text: string): number => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a ${otherwise} from ${min} to ${max}.`);
  };
}

/** `50,00` would be sent as something else than was meant. */
export function valueOption(about: string): Option {
  return new Option('--value <cents>', `${about}, in cents: 5000 is R$ 50,00`).argParser(
    wholeNumber(1, VALUE_MAX, 'number of cents (5000 is R$ 50,00)'),
  );
}

const LIST_MAX = 10_000;

export function limitOption(what: string, standard = 20): Option {
  return new Option('--limit <number>', `how many ${what} at most`)
    .argParser(wholeNumber(1, LIST_MAX))
    .default(standard);
}

/** Names of events, separated by commas. */
export function eventsOption(about: string): Option {
  return new Option('--events <names>', `${about}, separated by commas`).argParser((text) => {
    const names = text.split(',').map((name) => name.trim());
    if (names.every((name) => /^[A-Z_]{1,64}$/.test(name))) return names;
    throw new InvalidArgumentError(
      'It must be names of events separated by commas, such as DEPOSIT_ASSET_SUCCESS.',
    );
  });
}

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
