import type { Command } from 'commander';
import { type Act, examples } from '../command.ts';
import { cancel } from './deposits/cancel.ts';
import { create } from './deposits/create.ts';
import { list } from './deposits/list.ts';
import { refund } from './deposits/refund.ts';
import { show } from './deposits/show.ts';

export function deposits(program: Command, act: Act): void {
  const group = program
    .command('deposits')
    .summary('create, list, show, cancel and refund deposits')
    .description('Deposits of the account. Each is named by its paymentLinkId.')
    .addHelpText('after', examples('deposits create --value 5000 --qr', 'deposits list'));
  for (const register of [create, list, show, cancel, refund]) register(group, act);
}
