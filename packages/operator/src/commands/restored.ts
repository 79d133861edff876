import { restoreNoter } from '@entrada/charges/service';
import { CommandError } from '@entrada/command-line/command-error';
import { timeOption } from '@entrada/command-line/time-option';
import { Topic } from '@entrada/contracts/topics';
import type { Command } from 'commander';
import { recordDecision } from '../access/audit.ts';
import { withDatabase } from '../access/databases.ts';
import { requireLedgerCaughtUp } from '../access/ledger-lag.ts';
import { requireLogin } from '../access/login.ts';
import {
  type Act,
  type Context,
  examples,
  type Outcome,
  reasonOption,
  requirePast,
} from '../command.ts';

const ABOUT = `Notes in the database of charges that it was restored to an older point: run it after the restore, while
charges is stopped. Charges then asks the ledger about every charge from before the restore, because the ledger knows
what the restore lost. It is refused while the ledger has records of charges that it has not read, and while charges
is running.`;

const RUNNING =
  'charges is running on this database, and would decide about charges before it knows of the restore. Stop every process of charges, then run this command again.';

type Asked = { readonly to: Date; readonly reason: string };

export function restored(program: Command, act: Act): void {
  program
    .command('restored')
    .summary('note that the database of charges was restored')
    .description(ABOUT)
    .addOption(
      timeOption(
        '--to',
        'the time to which charges was restored, less a minute',
      ).makeOptionMandatory(),
    )
    .addOption(reasonOption())
    .addHelpText(
      'after',
      examples("restored --to 2026-11-15T11:59:00Z --reason 'charges restored'"),
    )
    .action(act(run));
}

async function run(context: Context, { to, reason }: Asked): Promise<Outcome> {
  await requireLogin(context);
  requirePast(context, '--to', to);
  await requireLedgerCaughtUp(context, 'charges would not learn of them');
  await withDatabase(context, 'charges', async (pool) => {
    const restores = restoreNoter(pool);
    if (!(await restores.isReady())) throw olderDump();
    if (await restores.isRunning()) throw new CommandError(RUNNING);
    const detail = { to: to.toISOString(), reason };
    const subject = 'service:charges';
    await recordDecision(context, { action: 'charges.restored', subject, detail });
    await restores.note(to);
  });
  const text = [
    `The ledger has read every record of ${Topic.Charges}.`,
    'Noted. Start charges: it asks the ledger about every charge from before the restore.',
  ];
  return { text, json: { to, unread: 0 } };
}

function olderDump(): CommandError {
  return new CommandError(
    'The dump of charges is older than this release: migrate the database first (in the image: node scripts/migrate.ts with DATABASE_URL_CHARGES of its owner), leave charges stopped, then run this command again.',
  );
}
