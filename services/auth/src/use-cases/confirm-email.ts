import { accountLine } from '../domain/account-line.ts';
import { invalidToken, tokenDigest } from '../domain/session.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'transactForAll' | 'now'>;

/** Returns the address that is confirmed now. */
export function confirmEmail({ transactForAll, now }: Needs) {
  return async (token: string): Promise<string> => {
    const digest = tokenDigest(token);
    if (!digest) throw invalidToken();
    return transactForAll(async ({ accounts, mailTokens, audit }) => {
      const at = now();
      const accountId = await mailTokens.take(digest, 'confirm_email', at);
      const account = accountId && (await accounts.find(accountId));
      if (!account) throw invalidToken();
      await accounts.lockAddress(account.email);
      if (!(await accounts.confirmEmail(account.id, at))) throw invalidToken();
      await audit.append(accountLine(account.id, { action: 'account.email_confirmed' }, at));
      return account.email;
    });
  };
}
