import { type Account, accountNotFound, parseLanguage, parseName } from '../domain/account.ts';
import { accountLine } from '../domain/audit-lines.ts';
import { invalidToken, tokenDigest } from '../domain/session.ts';
import { confirmationBucket } from '../domain/throttle.ts';
import type { Credentials, Ports, Stores } from '../ports.ts';
import { countOrRefuse } from './count-attempt.ts';
import { mailConfirmation } from './write-mail.ts';

export function getAccount(needs: Ports) {
  return (id: string): Promise<Account> => requireAccount(needs, id);
}

type Accounts = Pick<Stores, 'accounts'>;

/** Throws unless there is such an account. */
export async function requireAccount({ accounts }: Accounts, id: string): Promise<Account> {
  const account = await accounts.find(id);
  if (!account) throw accountNotFound();
  return account;
}

export async function requireCredentials({ accounts }: Accounts, id: string): Promise<Credentials> {
  const known = await accounts.findCredentials({ id });
  if (!known) throw accountNotFound();
  return known;
}

type AccountUpdate = {
  readonly name?: string | undefined;
  /** Empty text: none chosen. */
  readonly language?: string | undefined;
  /** Empty text: payers see the name. */
  readonly displayName?: string | undefined;
};
type Changes = Partial<Pick<Account, 'name' | 'language' | 'displayName'>>;

/** What is absent stays as it is. */
export function updateAccount({ transact, now }: Ports) {
  return ({
    accountId,
    ...input
  }: AccountUpdate & { readonly accountId: string }): Promise<Account> => {
    const changes = parseChanges(input);
    return transact(accountId, async ({ accounts, audit }) => {
      await accounts.lock(accountId);
      const account = await requireAccount({ accounts }, accountId);
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

function parseChanges({ name, language, displayName }: AccountUpdate): Changes {
  return {
    ...(name !== undefined && { name: parseName(name, 'account') }),
    ...(language !== undefined && { language: parseLanguage(language) }),
    ...(displayName !== undefined && {
      displayName: displayName === '' ? null : parseName(displayName, 'account', 'displayName'),
    }),
  };
}

/** Returns the address that is confirmed now. */
export function confirmEmail({ transactForAll, now }: Ports) {
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

/** Sends a new link; earlier ones are no longer valid. A confirmed address gets none. */
export function resendConfirmation(needs: Ports) {
  const { transactForAll } = needs;
  return async (accountId: string): Promise<void> => {
    await countOrRefuse(needs, confirmationBucket(accountId), 'Too many confirmation mails');
    await transactForAll(async (stores) => {
      const account = await requireAccount(stores, accountId);
      if (account.emailConfirmedAt) return;
      const [first] = await stores.accounts.claimants(account.email);
      await mailConfirmation(needs, stores, account, first?.account);
    });
  };
}
