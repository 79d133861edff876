/** The server ends, begins or has no connection left, or is not reached at all. */
const CODES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** What pg says without a code: nothing was free in time, or the connection was lost. */
const WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/;

/**
 * Whether the database is away or too busy: no bug of ours, and worth another try later. Of a commit
 * it does not tell whether it happened, so that the other try must carry a unique key.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && CODES.has(code)) || WORDS.test(error.message);
}
