import { CommandError } from '@entrada/command-line/command-error';
import { Topic } from '@entrada/contracts/topics';
import { readPositions } from '@entrada/platform/events/inbox';
import { unreadRecords } from '@entrada/platform/events/unread-records';
import { counted } from '@entrada/platform/text/counted';
import type { WithEnv } from '../command.ts';
import { explainingDatabase, withDatabase } from './databases.ts';
import { eventLogOf, explainOutage } from './event-log.ts';
import { ledgerEnv } from './ledger-env.ts';

/** Refuses while the ledger has records of charges that it has not read; `consequence` says why. */
export async function requireLedgerCaughtUp(context: WithEnv, consequence: string): Promise<void> {
  const env = await ledgerEnv(context);
  const eventLog = eventLogOf(env);
  // The log's own offsets say nothing of a ledger that was restored and has not been started yet.
  const positions = await withDatabase({ env }, 'ledger', (pool) => readPositions(pool, 'ledger'));
  const unread = await explainingDatabase('DATABASE_URL_EVENTS', () =>
    unreadRecords(eventLog, { topics: [Topic.Charges], positions }).catch(explainOutage),
  );
  if (unread === 0) return;
  throw new CommandError(
    `The ledger has ${counted(unread, 'record')} of ${Topic.Charges} left to read: ${consequence}. Wait until it has read them, then run it again.`,
  );
}
