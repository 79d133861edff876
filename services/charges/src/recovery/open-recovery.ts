import { askedDecision } from '@entrada/approvals/approvals';
import { GIVEN_UP_AT_ONCE_MAX } from '@entrada/contracts/decisions';
import type { ChargesServiceDefinition } from '@entrada/contracts/gen/charges/v1/ChargesService';
import { integerField, matchingField, reasonField } from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import type { Pool } from 'pg';
import type { App } from '../app.ts';
import type { Ports } from '../ports.ts';
import { booksOf, type LedgerRpc } from './books.ts';
import { recover } from './recover.ts';
import { refuseChanges } from './refuse-changes.ts';
import { restoreStore } from './restore-store.ts';

const LOOK_EVERY_MS = 5_000;
/** An endToEndId, the id of a refund, one of each for a return, or the id of a window. */
const SKIP_ID = /^[0-9a-zA-Z-]{1,130}$/;

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
    if (isRestored && !before)
      runtime.log.warn('database restored, changes are refused until operator recover has ended');
    if (before && !isRestored) runtime.log.info('database recovered, changes are accepted');
    return false;
  };
  await look();
  const watching = repeat({ name: 'restore', everyMs: LOOK_EVERY_MS, work: look }, runtime);
  return {
    unlessRestored: (mayDo: () => boolean) => () => !isRestored && mayDo(),
    refuseChanges: (app: App) => refuseChanges(app, () => isRestored),
    rpc: (ports: Ports, ledger: LedgerRpc) =>
      recoverRpc({ ...ports, restores, books: booksOf(ledger) }, look),
    [Symbol.asyncDispose]: () => watching[Symbol.asyncDispose](),
  };
}

type Handlers = Partial<RpcHandlers<ChargesServiceDefinition>>;

/** `onDone` runs before the reply that says so. To give something up needs a second person, and holds for every run after. */
function recoverRpc(needs: Parameters<typeof recover>[0], onDone: () => Promise<unknown>) {
  const { approvals, restores } = needs;
  const work = recover(needs);
  return {
    async recover(request) {
      const { reason, skip } = request;
      reasonField(reason);
      integerField('skip', skip.length, 0, GIVEN_UP_AT_ONCE_MAX);
      const givenUp = skip.map((id) => matchingField('skip', id, SKIP_ID));
      if (givenUp.length > 0) {
        const approved = await approvals.check(askedDecision('Recover', request));
        await restores.giveUp(givenUp);
        await approvals.finish(approved);
      }
      const done = await work();
      if (!done || done.isDone) await onDone();
      if (!done) return { isDone: true };
      const { failed, reusedExternalIds, ...more } = done;
      return { ...more, failed: [...failed], reusedExternalIds: [...reusedExternalIds] };
    },
  } satisfies Handlers;
}
