import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import type { Pool } from 'pg';
import type { App } from '../app.ts';
import type { Ports } from '../ports.ts';
import { booksOf, type LedgerRpc } from './books.ts';
import { recoverRpc } from './recover.rpc.ts';
import { recover } from './recover.ts';
import { refuseChanges } from './refuse-changes.ts';
import { restoreStore } from './restore-store.ts';

const LOOK_EVERY_MS = 5_000;

/**
 * Knows whether this database was restored and is not recovered. Every replica reads that at start and every five seconds, so
 * that no payment pays for it. A restore is noted only while charges is stopped; if one is noted anyway, it is noticed soon.
 */
export async function openRecovery(pool: Pool, runtime: Runtime) {
  const restores = restoreStore(pool);
  let isRestored = false;
  const look = async (): Promise<boolean> => {
    const before = isRestored;
    isRestored = await restores.isOpen();
    if (isRestored && !before) runtime.log.warn('database restored, changes are refused');
    if (before && !isRestored) runtime.log.info('database recovered, changes are accepted');
    return false;
  };
  await look();
  const watching = repeat({ name: 'restore', everyMs: LOOK_EVERY_MS, work: look }, runtime);
  return {
    unlessRestored: (mayDo: () => boolean) => () => !isRestored && mayDo(),
    refuseChanges: (app: App) => refuseChanges(app, () => isRestored),
    rpc: (ports: Ports, ledger: LedgerRpc) =>
      recoverRpc(recover({ ...ports, restores, books: booksOf(ledger) }), look),
    [Symbol.asyncDispose]: () => watching[Symbol.asyncDispose](),
  };
}
