import { AppError } from '@entrada/platform/errors/app-error';
import { type Account, parseEmail, parseName, parsePassword } from '../domain/account.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'accounts' | 'now' | 'newId' | 'hashPassword'>;
type Input = { email: string; password: string; name: string };

export function createAccount({ accounts, now, newId, hashPassword }: Needs) {
  return async (input: Input): Promise<Account> => {
    const account: Account = {
      id: newId(),
      email: parseEmail(input.email),
      name: parseName(input.name),
      createdAt: now(),
    };
    const passwordHash = await hashPassword(parsePassword(input.password));
    const isNew = await accounts.insert({ ...account, passwordHash });
    if (!isNew) throw new AppError('CONFLICT', 'email is already registered');
    return account;
  };
}
