import type { Pool } from 'pg';
import type { Logger } from '../telemetry/log.ts';
import { EVERY_ACCOUNT, queryAs } from './scope.ts';

const EVERY_MS = 5 * 60_000;
/** Few rows per statement, so that no lock is held for long. */
const ROWS_MAX = 5_000;
const ROUNDS_MAX = 20;

type Options = { readonly pool: Pool; readonly log: Logger };

/** Removes old rows periodically; any number of replicas may do so at once. */
export function pruneRegularly({ pool, log }: Options, statement: string): Disposable {
  const timer = setInterval(() => {
    prune(pool, statement).catch((err) => log.warn({ err }, 'old rows could not be removed'));
  }, EVERY_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** `statement` removes at most $1 rows, of any account. */
export async function prune(pool: Pool, statement: string, rowsMax = ROWS_MAX): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { rowCount } = await queryAs(pool, EVERY_ACCOUNT, {
      text: statement,
      values: [rowsMax],
    });
    if ((rowCount ?? 0) < rowsMax) return;
  }
}
