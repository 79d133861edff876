import type { ProgramCommand } from '@entrada/command-line/command';
import { type Act, reasonOption } from '../command.ts';
import { decide } from '../decisions/decide.ts';

const FAIL = `Ends a refund as failed that the bank has denied for hours, by a second person too: what was held for it is available
again. If the bank returns the money after all, that is booked as a return, and what the account lacks is owed.`;

export function refund(program: ProgramCommand, act: Act): void {
  const group = program
    .command('refund')
    .summary('end a refund that the bank denies')
    .description('Refunds that do not end by themselves.');
  group
    .command('fail')
    .summary('end one as failed')
    .description(FAIL)
    .argument('<refund id>', 'as its account sees it')
    .addOption(reasonOption())
    .examples("refund fail <refund id> --reason 'bank lost it, case 4711'")
    .action(
      act((context, refundId, { reason }) => decide(context, 'FailReturn', { refundId, reason })),
    );
}
