import { CommandError } from '@entrada/command-line/command-error';
import { Topic } from '@entrada/contracts/topics';
import { counted } from '@entrada/platform/text/counted';
import type { WithEnv } from '../command.ts';
import { connect } from './services.ts';

/** Refuses while the ledger has records of charges that it has not read; `consequence` says why. */
export async function requireLedgerCaughtUp(context: WithEnv, consequence: string): Promise<void> {
  using ledger = await connect(context, 'ledger');
  const { records } = await ledger.countUnread({});
  if (records === 0) return;
  throw new CommandError(
    `The ledger has ${counted(records, 'record')} of ${Topic.Charges} left to read: ${consequence}. Wait until it has read them, then run it again.`,
  );
}
