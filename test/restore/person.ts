import { randomBytes } from 'node:crypto';

const TIMEOUT_MS = 30_000;

type Call = { readonly body?: object; readonly cookie?: string; readonly key?: string };
type Key = { readonly id: string; readonly key: string };

/** Somebody with an account, by the public door alone. */
export async function newPerson(baseUrl: string) {
  const email = `${randomBytes(8).toString('hex')}@entrada.example`;
  const password = randomBytes(16).toString('hex');
  const call = <T>(method: string, path: string, options: Call) =>
    request<T>(method, `${baseUrl}${path}`, options);
  type Account = { account: { id: string } };
  const signedUp = await call<Account>('POST', '/api/account', {
    body: { email, password, name: 'Shop' },
  });
  const { cookie } = signedUp;
  return {
    accountId: signedUp.json.account.id,
    email,
    cookie,
    async newKey(): Promise<Key> {
      type NewKeyReply = { apiKey: { id: string }; key: string };
      const made = await call<NewKeyReply>('POST', '/api/keys', {
        cookie,
        body: { name: 'server' },
      });
      return { id: made.json.apiKey.id, key: made.json.key };
    },
    async revoke({ id }: Key): Promise<void> {
      await call('DELETE', `/api/keys/${id}`, { cookie });
    },
    /** Without an overlap: the old key ends at once. */
    async rotate({ id }: Key): Promise<void> {
      await call('POST', `/api/keys/${id}/rotate`, { cookie, body: { overlapSeconds: 0 } });
    },
    async changePassword(): Promise<void> {
      const body = { oldPassword: password, newPassword: randomBytes(16).toString('hex') };
      await call('POST', '/api/account/password', { cookie, body });
    },
    /** The status of a log-in, with the password of the sign-up or another. */
    async logIn(typed: string = password) {
      const body = { email, password: typed };
      const { status, cookie: session } = await answer('POST', `${baseUrl}/api/session`, { body });
      return { status, session };
    },
  };
}

/** Whether the public door lets a key or a session in. */
export async function statusOf(baseUrl: string, caller: Pick<Call, 'key' | 'cookie'>) {
  const path = caller.key ? '/api/balance' : '/api/account';
  return (await answer('GET', `${baseUrl}${path}`, caller)).status;
}

async function request<T>(method: string, url: string, options: Call) {
  const { status, text, cookie } = await answer(method, url, options);
  if (status >= 400) throw new Error(`${url} answered ${status}: ${text}`);
  return { json: JSON.parse(text) as T, cookie };
}

async function answer(method: string, url: string, { body, cookie, key }: Call) {
  const response = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(cookie && { cookie }),
      ...(key && { 'x-api-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const session = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { status: response.status, text: await response.text(), cookie: session };
}

/** What the owner of a session sees. */
export async function balanceOf(baseUrl: string, cookie: string) {
  type BalanceReply = { balance: { available: number } };
  return (await request<BalanceReply>('GET', `${baseUrl}/api/balance`, { cookie })).json.balance;
}
