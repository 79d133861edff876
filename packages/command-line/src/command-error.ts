const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

type Options = {
  readonly exitCode?: number;
  readonly cause?: unknown;
  /** More about the error for a script, beside the sentence. */
  readonly facts?: Readonly<Record<string, unknown>>;
};

/** A sentence for the person at the keyboard: what is wrong, and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(sentence: string, { exitCode = EXIT_FAILED, cause, facts = {} }: Options = {}) {
    super(sentence, cause === undefined ? {} : { cause });
    this.exitCode = exitCode;
    this.facts = facts;
  }
}

/** For arguments and settings that cannot be used: nothing was tried. */
export function usageError(
  sentence: string,
  cause?: unknown,
  choices?: readonly string[],
): CommandError {
  const facts = { code: 'usage_error', choices };
  return new CommandError(sentence, { exitCode: EXIT_USAGE, cause, facts });
}

/** Text of others cannot move the cursor, change colours or begin a line of its own. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
