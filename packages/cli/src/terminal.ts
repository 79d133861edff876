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
