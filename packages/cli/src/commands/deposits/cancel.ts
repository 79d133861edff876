import type { Command } from 'commander';
import { change } from '../../access/change.ts';
import { connect } from '../../access/connect.ts';
import { type Act, type Context, examples, type Outcome } from '../../command.ts';
import { depositText } from '../../text/deposit-text.ts';

export function cancel(group: Command, act: Act): void {
  group
    .command('cancel')
    .summary('cancel a deposit that is not paid')
    .description(
      'Cancels a deposit: its code can no longer be paid. One that is canceled already stays so.',
    )
    .argument('<paymentLinkId>', 'of the deposit')
    .addHelpText('after', examples('deposits cancel <paymentLinkId>'))
    .action(act(run));
}

async function run(context: Context, paymentLinkId: string): Promise<Outcome> {
  const connection = connect(context);
  const wording = {
    what: 'The cancellation',
    look: `entrada deposits show ${paymentLinkId}`,
    again: `entrada deposits cancel ${paymentLinkId}`,
  };
  const deposit = await change(context, connection, wording, () =>
    connection.entrada.deposits.cancel(paymentLinkId, { signal: context.signal }),
  );
  return { text: depositText(deposit), json: { deposit } };
}
