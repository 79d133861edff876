import type { ProgramCommand } from '@entrada/command-line/command';
import { usageError } from '@entrada/command-line/command-error';
import { GIVEN_UP_AT_ONCE_MAX } from '@entrada/contracts/decisions';
import { Option } from 'commander';
import { type Act, reasonOption } from '../command.ts';
import { decide } from '../decisions/decide.ts';

const ABOUT = `Ends a restore of the database of charges that operator restored has noted. Until then charges answers reads and
refuses changes. It compares charges with the payments and refunds of the ledger and with the returns of the bank, stores again what
the restore lost, and then charges accepts changes. It works in steps and prints its progress: after an error, run it again, and it goes
on where it was. What cannot be recovered is named with the reason, and charges goes on to refuse changes. After
fixing the cause, run it again; with --skip you give it up for good, at most ${GIVEN_UP_AT_ONCE_MAX} at once, which in live
mode a second person has to approve.`;

export function recover(program: ProgramCommand, act: Act): void {
  program
    .command('recover')
    .summary('bring back what a restored database of charges has lost, and accept changes again')
    .description(ABOUT)
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
