/** The server is starting, is shutting down, has no free connection or cannot be reached. */
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
/** Errors of pg that have no code: no connection was free in time, or the connection was lost. */
const MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/;

/**
 * Whether the database is unavailable or overloaded, so that a retry may succeed. A commit may have
 * happened nevertheless: what is retried must carry a unique key.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && CODES.has(code)) || MESSAGES.test(error.message);
}
