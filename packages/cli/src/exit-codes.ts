/** What scripts can rely on; `entrada --help` and the README list them. */
export const EXIT = {
  success: 0,
  /** The API refused it, or what was looked for is not so. */
  failed: 1,
  /** Arguments, settings or the API key: nothing was done. */
  usage: 2,
  /** Unavailable, too slow or rate limited: nothing was done, and it can be tried again. */
  unavailable: 3,
  /** A change was sent, and no reply tells whether it was made. */
  unclear: 4,
  interrupted: 130,
} as const;
