import { randomBytes } from 'node:crypto';

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
