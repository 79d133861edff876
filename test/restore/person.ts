import { randomBytes } from 'node:crypto';
import { createClient } from '@entrada/client/client';
import { signUp } from '../browser/merchant.ts';

const TIMEOUT_MS = 30_000;

type Caller = { readonly key?: string; readonly cookie?: string };
type Key = { readonly id: string; readonly key: string };

/** Somebody with an account, by the public door alone. */
export async function newPerson(baseUrl: string) {
  const { accountId, email, password, cookie } = await signUp(baseUrl, 'Shop');
  const { request } = clientOf(baseUrl, cookie);
  return {
    accountId,
    email,
    cookie,
    async newKey(): Promise<Key> {
      const { apiKey, key } = await request('POST /api/keys', { body: { name: 'server' } });
      return { id: apiKey.id, key };
    },
    revoke: (keyId: Key) => request('DELETE /api/keys/{keyId}', { path: { keyId: keyId.id } }),
    /** Without an overlap: the old key ends at once. */
    rotate: (keyId: Key) =>
      request('POST /api/keys/{keyId}/rotate', {
        path: { keyId: keyId.id },
        body: { overlapSeconds: 0 },
      }),
    async changePassword(): Promise<void> {
      const body = { oldPassword: password, newPassword: randomBytes(16).toString('hex') };
      await request('POST /api/account/password', { body });
    },
    /** The status of a log-in, with the password of the sign-up or another. */
    async logIn(typed: string = password) {
      const response = await fetch(`${baseUrl}/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: typed }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const session = response.headers.get('set-cookie')?.split(';')[0] ?? '';
      return { status: response.status, session };
    },
  };
}

/** Whether the public door admits a key or a session. */
export async function statusOf(baseUrl: string, { key, cookie }: Caller): Promise<number> {
  const headers = { ...(key && { 'x-api-key': key }), ...(cookie && { cookie }) };
  const path = key ? '/api/balance' : '/api/account';
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return (await fetch(baseUrl + path, { headers, signal })).status;
}

/** What the owner of a session sees. */
export async function balanceOf(baseUrl: string, cookie: string) {
  return (await clientOf(baseUrl, cookie).request('GET /api/balance')).balance;
}

/** As a browser with the session. */
function clientOf(baseUrl: string, cookie: string) {
  const send: typeof fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...init?.headers, cookie } });
  return createClient({ baseUrl, timeoutMs: TIMEOUT_MS, maxRetries: 0, fetch: send });
}
