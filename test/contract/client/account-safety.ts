import { Secret, TOTP } from 'otpauth';
import { type Api, ok } from './open-client.ts';

/** What an account does for its safety, in a session of its own. */
export async function accountSafety(session: Api, password: string): Promise<void> {
  const { account } = ok(await session.PATCH('/api/account', { body: { language: 'en' } }));
  if (account.language !== 'en') throw new Error('the language was not changed');
  const { proofAt } = ok(await session.POST('/api/session/proof', { body: { password } }));
  if (proofAt < account.proofAt) throw new Error('the proof is older than the one before');
  const { secret } = ok(await session.POST('/api/two-factor', { body: {} }));
  const first = { code: codeFor(secret) };
  ok(await session.POST('/api/two-factor/confirm', { body: first }));
  const next = { code: codeFor(secret, 1) };
  const replaced = ok(await session.POST('/api/two-factor/recovery-codes', { body: next }));
  const [code = ''] = replaced.recoveryCodes;
  ok(await session.DELETE('/api/two-factor', { body: { code } }));
  ok(await session.POST('/api/sessions/revoke-others', { body: {} }));
  const { entries } = ok(await session.GET('/api/audit', { params: { query: { limit: 1 } } }));
  if (entries.length !== 1) throw new Error('the audit log is empty');
}

function codeFor(secret: string, stepsLater = 0): string {
  const timestamp = Date.now() + stepsLater * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}
