const EXIT_USAGE = 2;

/** Ends with a sentence for the person at the keyboard. */
export function leave(sentence: string): never {
  console.error(sentence);
  process.exit(EXIT_USAGE);
}
