import { AppError } from '@entrada/platform/errors/app-error';
import type { Account } from '../domain/account.ts';
import type { Ports } from '../ports.ts';

export function getAccount({ accounts }: Pick<Ports, 'accounts'>) {
  return async (id: string): Promise<Account> => {
    const account = await accounts.find(id);
    if (!account) throw new AppError('NOT_FOUND', 'Account not found');
    return account;
  };
}
