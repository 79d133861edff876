import type { Command } from 'commander';
import { connect } from '../access/services.ts';
import { type Act, type Context, examples, type Outcome, reasonOption } from '../command.ts';

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
      .action(act((context, id, { reason }) => setFrozen(context, id, { isFrozen, reason })));
  }
}

async function setFrozen(
  context: Context,
  accountId: string,
  { isFrozen: frozen, reason }: { isFrozen: boolean; reason: string },
): Promise<Outcome> {
  using auth = await connect(context, 'auth');
  const { changed } = await auth.setFrozen({ accountId, frozen, reason });
  const state = frozen ? 'frozen' : 'not frozen';
  const text = `Account ${accountId} is ${state}${changed ? '' : ', as it was before'}.`;
  return { text, json: { accountId, frozen, changed } };
}
