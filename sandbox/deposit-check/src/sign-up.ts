import { randomBytes } from 'node:crypto';

type Reply = {
  readonly account: { readonly id: string };
  readonly apiKey: { readonly id: string };
  readonly key: string;
};

/** Somebody new with a key, by the public door alone; `revoke` is over when its reply is there. */
export async function signUp(baseUrl: string) {
  const call = async (method: string, path: string, more: { body?: object; cookie?: string }) => {
    const reply = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(more.cookie ? { cookie: more.cookie } : {}),
      },
      ...(more.body ? { body: JSON.stringify(more.body) } : {}),
    });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
    return { cookie, reply: (await reply.json()) as Reply };
  };
  const email = `${randomBytes(8).toString('hex')}@entrada.example`;
  const account = { email, password: randomBytes(16).toString('hex'), name: 'Shop' };
  const { cookie, reply } = await call('POST', '/api/account', { body: account });
  const made = await call('POST', '/api/keys', { cookie, body: { name: 'server' } });
  const { apiKey, key } = made.reply;
  return {
    accountId: reply.account.id,
    cookie,
    key,
    async revoke(): Promise<void> {
      await call('DELETE', `/api/keys/${apiKey.id}`, { cookie });
    },
  };
}
