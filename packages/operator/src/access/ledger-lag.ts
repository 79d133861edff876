import { CommandError } from '@entrada/command-line/command-error';
import { Topic } from '@entrada/contracts/topics';
import { groupLag } from '@entrada/platform/events/group-lag';
import { counted } from '@entrada/platform/text/counted';
import type { WithEnv } from '../command.ts';
import { explainingDatabase } from './databases.ts';
import { eventLogOf, explainOutage } from './event-log.ts';
import { ledgerEnv } from './ledger-env.ts';

/** Refuses while the ledger has records of charges that it has not read; `consequence` says why. */
export async function requireLedgerCaughtUp(context: WithEnv, consequence: string): Promise<void> {
  const eventLog = eventLogOf(await ledgerEnv(context));
  const unread = await explainingDatabase('DATABASE_URL_EVENTS', () =>
    groupLag(eventLog, { group: 'ledger', topics: [Topic.Charges] }).catch(explainOutage),
  );
  if (unread === 0) return;
  throw new CommandError(
    `The ledger has ${counted(unread, 'record')} of ${Topic.Charges} left to read: ${consequence}. Wait until it has read them, then run it again.`,
  );
}
