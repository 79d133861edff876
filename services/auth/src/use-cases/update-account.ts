import { type Account, accountNotFound, parseLanguage, parseName } from '../domain/account.ts';
import { accountLine } from '../domain/account-line.ts';
import type { Ports } from '../ports.ts';

type Input = {
  readonly name?: string | undefined;
  /** Empty text: none chosen. */
  readonly language?: string | undefined;
  /** Empty text: payers see the name. */
  readonly displayName?: string | undefined;
};
type Changes = Partial<Pick<Account, 'name' | 'language' | 'displayName'>>;

/** What is absent stays as it is. */
export function updateAccount({ transact, now }: Pick<Ports, 'transact' | 'now'>) {
  return ({ accountId, ...input }: Input & { readonly accountId: string }): Promise<Account> => {
    const changes = parseChanges(input);
    return transact(accountId, async ({ accounts, audit }) => {
      await accounts.lock(accountId);
      const account = await accounts.find(accountId);
      if (!account) throw accountNotFound();
      const isSame = Object.entries(changes).every(
        ([name, value]) => account[name as keyof Changes] === value,
      );
      if (isSame) return account;
      const changed = { ...account, ...changes };
      await accounts.update(changed);
      const what = { action: 'account.updated', detail: changes };
      await audit.append(accountLine(accountId, what, now()));
      return changed;
    });
  };
}

function parseChanges({ name, language, displayName }: Input): Changes {
  return {
    ...(name !== undefined && { name: parseName(name, 'account') }),
    ...(language !== undefined && { language: parseLanguage(language) }),
    ...(displayName !== undefined && {
      displayName: displayName === '' ? null : parseName(displayName, 'account', 'displayName'),
    }),
  };
}
