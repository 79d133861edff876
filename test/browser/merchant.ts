import { randomBytes } from 'node:crypto';
import { createClient } from '@entrada/client/client';
import { eventually } from '@entrada/platform/testing/eventually';

const UNAVAILABLE = 503;

/** An account with a session, as a browser has one, that calls the API from outside the browser. */
export async function newMerchant(baseUrl: string, name: string) {
  const { cookie } = await signUp(baseUrl, name);
  const api = createClient({
    baseUrl,
    // On a busy machine an audit line may come too late: then nothing was done, and the call is repeated.
    fetch: (url, init) =>
      eventually(async () => {
        const headers = new Headers(init?.headers);
        headers.set('cookie', cookie);
        const reply = await fetch(url, { ...init, headers });
        return reply.status !== UNAVAILABLE && reply;
      }),
  });
  return { cookie, api };
}

export type Merchant = Awaited<ReturnType<typeof newMerchant>>;

type Reply = { readonly account: { readonly id: string } };

export function newPerson(name: string) {
  const email = `${randomBytes(6).toString('hex')}@entrada.example`;
  return { name, email, password: randomBytes(12).toString('hex') };
}

/** A new account with a session, as a browser has one; `cookie` is that session. */
export async function signUp(baseUrl: string, name: string) {
  const person = newPerson(name);
  const reply = await fetch(`${baseUrl}/api/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  if (!reply.ok) throw new Error(`No account: ${reply.status} ${await reply.text()}`);
  const accountId = ((await reply.json()) as Reply).account.id;
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { ...person, accountId, cookie };
}
