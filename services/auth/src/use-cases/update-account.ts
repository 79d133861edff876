import { type Account, accountNotFound, parseLanguage, parseName } from '../domain/account.ts';
import { accountLine } from '../domain/account-line.ts';
import type { Ports } from '../ports.ts';

type Input = {
  readonly accountId: string;
  readonly name?: string | undefined;
  /** Empty text: none chosen. */
  readonly language?: string | undefined;
};

/** What is absent stays as it is. */
export function updateAccount({ transact, now }: Pick<Ports, 'transact' | 'now'>) {
  return ({ accountId, ...input }: Input): Promise<Account> => {
    const name = input.name === undefined ? undefined : parseName(input.name, 'account');
    const language = input.language === undefined ? undefined : parseLanguage(input.language);
    return transact(accountId, async ({ accounts, audit }) => {
      await accounts.lock(accountId);
      const account = await accounts.find(accountId);
      if (!account) throw accountNotFound();
      const changed = {
        ...account,
        name: name ?? account.name,
        language: language === undefined ? account.language : language,
      };
      if (changed.name === account.name && changed.language === account.language) return account;
      await accounts.update(accountId, { name, language });
      const what = { action: 'account.updated', detail: { name, language } };
      await audit.append(accountLine(accountId, what, now()));
      return changed;
    });
  };
}
