import type { ProgramCommand } from '@entrada/command-line/command';
import { listSuspense, suspenseLine } from '../access/suspense.ts';
import { type Act, type Context, type Outcome, reasonOption } from '../command.ts';
import { decide } from '../decisions/decide.ts';
import { repeatDecisions } from './repeat-decisions.ts';

const ABOUT = `Payments in suspense, or the part of them that completed no charge: credit them to an account, or return them to
the payer at the bank.`;
const NEXT = `What next: operator suspense credit <exception id> [--account <id>] --reason <why>,
  or operator suspense refund <exception id> --reason <why>. The exception id is in the second column.`;

export function suspense(program: ProgramCommand, act: Act): void {
  const group = program
    .command('suspense')
    .summary('resolve payments in suspense')
    .description(ABOUT)
    .examples('suspense list --all', "suspense refund <exception id> --reason 'paid twice'");
  group
    .command('list', { isDefault: true })
    .summary('show payments that wait for a decision')
    .description('Shows the suspended payments that wait for a decision, oldest first.')
    .option('--all', 'also resolved payments', false)
    .examples('suspense list', 'suspense list --all --json')
    .action(act(list));
  group
    .command('credit')
    .summary('credit one to an account')
    .description(
      `Credits what is left of a suspended payment to its account, or to the one given: use it when you know which
account the payer meant. The decision is final.`,
    )
    .argument('<exception id>', 'from the second column of the list')
    .option('--account <id>', 'the account to credit, when the payment names none')
    .addOption(reasonOption())
    .examples("suspense credit <exception id> --account <id> --reason 'payer wrote to us'")
    .action(
      act((context, exceptionId, { account: accountId = '', reason }) =>
        decide(context, 'ResolveSuspense', { exceptionId, decision: 'CREDIT', accountId, reason }),
      ),
    );
  group
    .command('refund')
    .summary('return one to its payer')
    .description(
      `Asks the bank to return a suspended payment to its payer: use it when no account should get it. The
decision is final; if the bank rejects the return, the payment waits for a decision again.`,
    )
    .argument('<exception id>', 'from the second column of the list')
    .addOption(reasonOption())
    .examples("suspense refund <exception id> --reason 'paid twice'")
    .action(
      act((context, exceptionId, { reason }) =>
        decide(context, 'ResolveSuspense', { exceptionId, decision: 'REFUND', reason }),
      ),
    );
  reopen(group, act);
  repeatDecisions(group, act);
}

function reopen(group: ProgramCommand, act: Act): void {
  group
    .command('reopen')
    .summary('end a return that the bank denies')
    .description(
      `Ends the return of a suspended payment that the bank has denied for hours, by a second person too: the payment
waits for a decision again. If the bank returns the money after all, that is booked as a return.`,
    )
    .argument('<exception id>', 'from the second column of the list')
    .addOption(reasonOption())
    .examples("suspense reopen <exception id> --reason 'bank lost it, case 4711'")
    .action(
      act((context, exceptionId, { reason }) =>
        decide(context, 'FailReturn', { exceptionId, reason }),
      ),
    );
}

async function list(context: Context, { all }: { all: boolean }): Promise<Outcome> {
  const items = await listSuspense(context, all);
  const isUndecided = items.some(({ resolution }) => resolution === '');
  const lines = items.length === 0 ? ['Nothing is in suspense.'] : items.map(suspenseLine);
  return { text: isUndecided ? [...lines, NEXT] : lines, json: items };
}
