import { type ProgramCommand, timeOption } from '@entrada/command-line/command';
import { usageError } from '@entrada/command-line/command-error';
import { GIVEN_UP_AT_ONCE_MAX } from '@entrada/contracts/decisions';
import { Topic } from '@entrada/contracts/topics';
import { Option } from 'commander';
import { recordDecision } from '../access/audit.ts';
import { requireLedgerCaughtUp } from '../access/ledger.ts';
import { requireLogin } from '../access/login.ts';
import { type Act, type Context, type Outcome, reasonOption, requirePast } from '../command.ts';
import { decide } from '../decisions/decide.ts';

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

const ABOUT_RECOVERY = `Ends a restore of the database of charges that operator restored has noted. Until then charges answers reads and
refuses changes. It compares charges with the payments and refunds of the ledger and with the returns of the bank, stores again what
the restore lost, and then charges accepts changes. It works in steps and prints its progress: after an error, run it again, and it goes
on where it was. What cannot be recovered is named with the reason, and charges goes on to refuse changes. After
fixing the cause, run it again; with --skip you give it up for good, at most ${GIVEN_UP_AT_ONCE_MAX} at once, which in live
mode a second person has to approve.`;

export function recover(program: ProgramCommand, act: Act): void {
  program
    .command('recover')
    .summary('bring back what a restored database of charges has lost, and accept changes again')
    .description(ABOUT_RECOVERY)
    .addOption(new Option('--skip <ids...>', 'what could not be recovered and is given up'))
    .addOption(reasonOption())
    .examples("recover --reason 'charges restored'")
    .action(
      act((context, { reason, skip = [] }) => {
        if (skip.length > GIVEN_UP_AT_ONCE_MAX) {
          throw usageError(
            `--skip takes at most ${GIVEN_UP_AT_ONCE_MAX} at once. Run it again for the rest.`,
          );
        }
        return decide(context, 'Recover', { reason, skip: [...skip] });
      }),
    );
}
