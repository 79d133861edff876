import { timeOption } from '@entrada/command-line/time-option';
import type { Command } from 'commander';
import { connect } from '../access/connect.ts';
import { type Act, type Context, examples, type Outcome } from '../command.ts';
import { money } from '../text/money.ts';
import { fields } from '../text/table.ts';

export function balance(program: Command, act: Act): void {
  program
    .command('balance')
    .summary('show the balance')
    .description('Shows the balance of the account, now or at a time in the past.')
    .addOption(timeOption('--at', 'a time in the past'))
    .addHelpText('after', examples('balance', 'balance --at 2026-11-01T00:00:00Z'))
    .action(act(run));
}

async function run(context: Context, { at }: { readonly at?: Date }): Promise<Outcome> {
  const { entrada } = connect(context);
  const query = at ? { at: at.toISOString() } : {};
  const found = await entrada.balance(query, { signal: context.signal });
  const { available, held, suspense, owed } = found;
  return {
    text: fields({
      available: money(available),
      held: held ? money(held) : null,
      suspense: suspense ? money(suspense) : null,
      owed: owed ? money(owed) : null,
    }),
    json: { balance: found },
  };
}
