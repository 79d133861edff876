import { AppError } from '@entrada/platform/errors/app-error';
import { openAccount, parseEmail, parseName } from '../domain/account.ts';
import { type Decision, decisionLine } from '../domain/decision.ts';
import { tokenFrom } from '../domain/session.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'transact' | 'passwords' | 'now' | 'newSecretBytes'>;
type Input = Decision & {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
};

/**
 * Creates an account under the id that other services know it by, so that its owner reaches its money
 * again. Returns the new password, which is not stored.
 */
export function restoreAccount({ transact, passwords, now, newSecretBytes }: Needs) {
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
    await transact(id, async ({ accounts, audit }) => {
      if (!(await accounts.insert({ ...account, passwordHash }))) {
        const exists = (await accounts.find(id)) !== null;
        throw new AppError(
          'CONFLICT',
          exists ? 'Account already exists' : 'The e-mail address is already registered',
        );
      }
      const what = { action: 'account.restored', subject: `account:${id}`, accountId: id };
      await audit.append(decisionLine(input, what, account.createdAt));
    });
    return password;
  };
}
