import { type ProgramCommand, timeOption } from '@entrada/command-line/command';
import { Topic } from '@entrada/contracts/topics';
import { recordDecision } from '../access/audit.ts';
import { requireLedgerCaughtUp } from '../access/ledger.ts';
import { requireLogin } from '../access/login.ts';
import { type Act, type Context, type Outcome, reasonOption, requirePast } from '../command.ts';

const ABOUT = `Allows that a restore of the database of charges is noted there, and prints the statement that notes it. Run it
after the restore, while charges is stopped. Once it is noted, charges answers reads and refuses changes until operator recover
has brought back what the restore lost. It is refused while the ledger has records of charges that it has not read.`;

type RestoreOptions = { readonly to: Date; readonly reason: string };

export function restored(program: ProgramCommand, act: Act): void {
  program
    .command('restored')
    .summary('allow that a restore of the database of charges is noted')
    .description(ABOUT)
    .addOption(
      timeOption(
        '--to',
        'the time to which charges was restored, less a minute',
      ).makeOptionMandatory(),
    )
    .addOption(reasonOption())
    .examples("restored --to 2026-11-15T11:59:00Z --reason 'charges restored'")
    .action(act(run));
}

async function run(context: Context, { to, reason }: RestoreOptions): Promise<Outcome> {
  await requireLogin(context);
  requirePast(context, '--to', to);
  await requireLedgerCaughtUp(context, 'charges would not learn of them');
  const detail = { to: to.toISOString(), reason };
  const subject = 'service:charges';
  await recordDecision(context, { action: 'charges.restored', subject, detail });
  const statement = `select note_restore('${to.toISOString()}')`;
  const text = [
    `The ledger has read every record of ${Topic.Charges}. Note the restore in the database of charges, start charges, then run operator recover:`,
    `  psql $DATABASE_URL_CHARGES -c "${statement}"`,
  ];
  return { text, json: { to, unread: 0, statement } };
}
