/** What scripts can rely on. */
export const EXIT = {
  success: 0,
  failed: 1,
  usage: 2,
  unavailable: 3,
  unclear: 4,
  interrupted: 130,
} as const;

/** As `entrada --help` and the README list them. */
export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  success: 'success; `listen`, `events tail` and `--watch` after Ctrl-C, too',
  failed: 'the API refused it (any code, the API key included), or a problem was found',
  usage: 'invalid arguments or settings: nothing was sent',
  unavailable: 'the API is unavailable, too slow or limits the rate: nothing was done, try again',
  unclear: 'a change was sent and its outcome is not known: look before you repeat it',
  interrupted: 'interrupted by Ctrl-C',
};
