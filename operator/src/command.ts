import type { Act as ActIn, Outcome, Register as RegisterIn } from '@entrada/command-line/command';
import { usageError } from '@entrada/command-line/command-error';
import { HIDDEN } from '@entrada/platform/text/deceptive';
import { InvalidArgumentError, Option } from 'commander';

export type Env = Readonly<Record<string, string | undefined>>;

export type WithEnv = { readonly env: Env };

/** What a command gets besides its arguments. */
export type Context = WithEnv & {
  readonly now: () => Date;
  /** Prints how far a long command is, beside its outcome. */
  readonly err: (text: string) => void;
};

export type { Outcome };
export type Act = ActIn<Context>;
export type Register = RegisterIn<Context>;

const REASON_LENGTH_MAX = 500;

/** For an option about what has happened. */
export function requirePast({ now }: Context, option: string, time: Date | undefined): void {
  if (time && time > now()) throw usageError(`${option} ${time.toISOString()} is in the future.`);
}

/** For a decision: it is recorded in the audit log. */
export function reasonOption(): Option {
  return new Option('--reason <why>', 'reason of the decision, recorded in the audit log')
    .makeOptionMandatory()
    .argParser((text) => {
      if (text.trim() !== '' && text.length <= REASON_LENGTH_MAX && !HIDDEN.test(text)) return text;
      throw new InvalidArgumentError(
        `It must have 1 to ${REASON_LENGTH_MAX} characters, none of them invisible.`,
      );
    });
}

/** A decision about money: how it is said to a second person, and how it is carried out. */
export type Decision<R> = {
  /** What will happen, in plain words, from the request and from what it is about now. */
  words(context: Context, request: R): Promise<readonly string[]>;
  /** `approvalId` is empty where no second person has approved. */
  carryOut(context: Context, request: R, approvalId: string): Promise<Outcome>;
  /** What is asked for, where that says more than the command did. */
  toAsk?(context: Context, request: R): Promise<R>;
};
