import { AppError } from '@entrada/platform/errors/app-error';
import { addressTaken, openAccount, parseEmail, parseName } from '../domain/account.ts';
import { type Decision, decisionLine } from '../domain/decision.ts';
import { tokenFrom } from '../domain/session.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'transactForAll' | 'passwords' | 'now' | 'newSecretBytes'>;
type Input = Decision & {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
};

/**
 * Creates an account under the id that other services know it by, so that its owner reaches its money
 * again. Returns the new password, which is not stored.
 */
export function restoreAccount({ transactForAll, passwords, now, newSecretBytes }: Needs) {
  return async ({ accountId: id, ...input }: Input): Promise<string> => {
    const account = openAccount({
      id,
      email: parseEmail(input.email),
      name: parseName(input.name, 'account'),
      language: null,
      createdAt: now(),
    });
    const password = tokenFrom(newSecretBytes());
    const passwordHash = await passwords.hash(password);
    await transactForAll(async ({ accounts, audit }) => {
      await accounts.lockAddress(account.email);
      const holder = await accounts.findCredentials({ email: account.email });
      if (holder && holder.account.id !== id) throw addressTaken();
      if (!(await accounts.insert({ ...account, passwordHash }))) {
        throw new AppError('CONFLICT', 'Account already exists');
      }
      const what = { action: 'account.restored', subject: `account:${id}`, accountId: id };
      await audit.append(decisionLine(input, what, account.createdAt));
    });
    return password;
  };
}
