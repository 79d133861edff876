import { printable } from '@entrada/command-line/command-error';
import type { Command } from 'commander';
import { connect } from '../access/connect.ts';
import { type Act, type Context, examples, type Outcome } from '../command.ts';

type Options = { readonly browser: boolean };

export function open(program: Command, act: Act): void {
  program
    .command('open')
    .summary('open the payment page of a deposit')
    .description(
      'Prints the address of the payment page and opens it in the browser, as the payer sees it.',
    )
    .argument('<paymentLinkId>', 'of the deposit')
    .option('--no-browser', 'only print the address')
    .addHelpText('after', examples('open <paymentLinkId>', 'open <paymentLinkId> --no-browser'))
    .action(act(run));
}

async function run(
  context: Context,
  paymentLinkId: string,
  { browser }: Options,
): Promise<Outcome> {
  const { entrada } = connect(context);
  const { paymentLinkUrl } = await entrada.deposits.get(paymentLinkId, { signal: context.signal });
  const opened = browser && (await context.openUrl(paymentLinkUrl));
  if (browser && !opened) {
    context.terminal.note('No browser could be started here. Open the address yourself.');
  }
  return { text: printable(paymentLinkUrl), json: { paymentLinkUrl, opened } };
}
