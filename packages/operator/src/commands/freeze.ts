import type { Command } from 'commander';
import { type Act, examples, reasonOption } from '../command.ts';
import { decide } from '../decisions/decide.ts';

const FREEZE = `Refuses the keys of an account with 403 account_frozen, and every change in its dashboard, at once: use it when an
account may be abused. Money that arrives is still credited, and webhooks still go out; its owner can look, and revoke keys.`;
const UNFREEZE = 'Ends a freeze: keys and dashboard work again at once.';

const FREEZING = [
  ['freeze', FREEZE, true],
  ['unfreeze', UNFREEZE, false],
] as const;

export function freeze(group: Command, act: Act): void {
  for (const [name, about, isFrozen] of FREEZING) {
    group
      .command(name)
      .summary(isFrozen ? 'refuse keys and changes of an account' : 'end a freeze')
      .description(about)
      .argument('<account id>', 'the account')
      .addOption(reasonOption())
      .addHelpText('after', examples(`account ${name} <account id> --reason 'ticket 4711'`))
      .action(
        act((context, accountId, { reason }) =>
          decide(context, 'SetFrozen', { accountId, frozen: isFrozen, reason }),
        ),
      );
  }
}
