import { type Account, accountNotFound } from '../domain/account.ts';
import type { Ports } from '../ports.ts';

export function getAccount({ accounts }: Pick<Ports, 'accounts'>) {
  return async (id: string): Promise<Account> => {
    const account = await accounts.find(id);
    if (!account) throw accountNotFound();
    return account;
  };
}
