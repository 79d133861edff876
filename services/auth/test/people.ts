import { randomUUID } from 'node:crypto';
import type { RunningAuth } from '../../../test/harness/run-auth.ts';

export const PASSWORD = 'correct horse battery staple';
export const ORIGIN = { ip: '203.0.113.7', userAgent: 'Firefox' };

export function newEmail(): string {
  return `${randomUUID()}@example.com`;
}

/** A new account with its first session. */
export async function signUp(auth: Pick<RunningAuth, 'rpc'>) {
  const email = newEmail();
  const created = await auth.rpc.createAccount({ email, password: PASSWORD, name: 'Shop' });
  const { account, session, sessionToken } = created;
  if (!account || !session) throw new Error('no account was created');
  return { email, accountId: account.id, account, session, sessionToken };
}

export async function newKey(
  auth: Pick<RunningAuth, 'rpc'>,
  accountId: string,
  more: Partial<Parameters<RunningAuth['rpc']['createKey']>[0]> = {},
) {
  const { key, apiKey } = await auth.rpc.createKey({ accountId, name: 'key', ...more });
  if (!apiKey) throw new Error('no key was created');
  return { key, apiKey, keyId: apiKey.id };
}

export const UNAUTHENTICATED = { code: 'UNAUTHENTICATED' };
