import { randomUUID } from 'node:crypto';
import type { RunningSystem } from '../../../test/harness/run-system.ts';
import { postJson, type RawRequest, type Reply, send } from './http.ts';

export const PASSWORD = 'correct horse battery staple';

export function cookieOf(reply: Reply): string {
  const [cookie = ''] = reply.headers['set-cookie'] ?? [];
  return cookie.split(';')[0] ?? '';
}

/** What a visitor of the dashboard can do before there is a session. */
export function visitorsOf(system: () => RunningSystem) {
  const call = (sent: RawRequest) => send(system().port, sent);
  return {
    call,
    /** A new account and the session it was given. */
    async signUp(password = PASSWORD) {
      const email = `${randomUUID()}@example.com`;
      const reply = await call(postJson('/api/account', { email, password, name: 'Shop' }));
      expect(reply.status).toBe(201);
      return { email, account: reply.body.account, cookie: cookieOf(reply), reply };
    },
    /** An account with a key, and a session of its owner. */
    async newOwner() {
      const { account, cookie } = await this.signUp();
      const accountId: string = account.id;
      const key = { authorization: `Bearer ${await system().newKey(accountId)}` };
      return { accountId, key, session: { cookie } };
    },
    logIn: (email: string, password: string) => call(postJson('/api/session', { email, password })),
  };
}
