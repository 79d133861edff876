import { Command, InvalidArgumentError, Option } from 'commander';

/** The outcome of a command: sentences for a person, and the same as data for a script. */
export type Outcome = {
  readonly text: string | readonly string[];
  /** Undefined: nothing is left to print. */
  readonly json: unknown;
  /** It ran and found a problem. */
  readonly failed?: boolean;
  /** Where a script has to tell the outcome apart from both success and failure. */
  readonly exitCode?: number;
};

// biome-ignore lint/suspicious/noExplicitAny: commander gives each action the arguments it declared.
type Action<Context> = (context: Context, ...args: any[]) => Promise<Outcome>;
/** Turns what a command does into an action of commander. */
export type Act<Context> = (action: Action<Context>) => (...args: unknown[]) => Promise<void>;
/** Adds one command to the program. */
export type Register<Context> = (program: ProgramCommand, act: Act<Context>) => void;

/** A command whose help ends with how it is typed. */
export class ProgramCommand extends Command {
  override createCommand(name?: string): ProgramCommand {
    return new ProgramCommand(name);
  }

  examples(...lines: readonly string[]): this {
    return this.addHelpText('after', ({ command }) => examplesOf(rootOf(command).name(), lines));
  }
}

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}

/** How a command is typed, below its options. */
export function examplesOf(program: string, lines: readonly string[]): string {
  const title = lines.length === 1 ? 'Example' : 'Examples';
  return `\n${title}:\n${lines.map((line) => `  $ ${program} ${line}\n`).join('')}`;
}

const WHOLE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** A time with its zone; a year alone would be a time to Date, too. */
function timeIn(text: string): Date {
  const time = new Date(WHOLE_TIME.test(text) ? text : Number.NaN);
  if (!Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('It must be a time such as 2026-11-15T00:00:00Z.');
}

export function timeOption(name: string, about: string): Option {
  return new Option(`${name} <time>`, about).argParser(timeIn);
}
