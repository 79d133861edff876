const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

/** A sentence for the person at the keyboard: what is wrong, and what to do. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly exitCode: number;

  constructor(sentence: string, { exitCode = EXIT_FAILED, cause }: Options = {}) {
    super(sentence, cause === undefined ? {} : { cause });
    this.exitCode = exitCode;
  }
}

type Options = { readonly exitCode?: number; readonly cause?: unknown };

/** For arguments and settings that cannot be used: nothing was tried. */
export function usageError(sentence: string, cause?: unknown): OperatorError {
  return new OperatorError(sentence, { exitCode: EXIT_USAGE, cause });
}
