/** Code that keeps a promise, and the test that must fail without it. */
export type Guard = {
  readonly name: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly text: string;
  readonly replacement: string;
  /** A test file. */
  readonly test: string;
  /** Only the tests whose titles match. */
  readonly title?: string;
};
