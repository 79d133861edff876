import { Secret, TOTP } from 'otpauth';
import { type Api, ok, until } from './open-client.ts';

type Owner = { readonly email: string; readonly password: string; readonly bankUrl: string };

/** What an account does for its safety, in a session of its own. */
export async function accountSafety(session: Api, anyone: Api, given: Owner): Promise<void> {
  const { password, email, bankUrl } = given;
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
  const confirmation = { token: await tokenIn(bankUrl, email, 'confirm') };
  const confirmed = ok(await anyone.POST('/api/account/confirm-email', { body: confirmation }));
  if (confirmed.account.email !== email) throw new Error('another address was confirmed');
  ok(await session.POST('/api/account/confirm-email/resend', { body: {} }));
  ok(await session.POST('/api/sessions/revoke-others', { body: {} }));
  const { entries } = ok(await session.GET('/api/audit', { params: { query: { limit: 1 } } }));
  if (entries.length !== 1) throw new Error('the audit log is empty');
}

function codeFor(secret: string, stepsLater = 0): string {
  const timestamp = Date.now() + stepsLater * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** A new password by mail, which ends every session. */
export async function resetPassword(anyone: Api, given: Owner): Promise<void> {
  const { email, password, bankUrl } = given;
  ok(await anyone.POST('/api/password-reset', { body: { email } }));
  const token = await tokenIn(bankUrl, email, 'reset');
  ok(await anyone.POST('/api/password-reset/confirm', { body: { token, newPassword: password } }));
}

/** From the newest mail with such a link: the sandbox keeps what would be sent to people. */
function tokenIn(bankUrl: string, email: string, path: string): Promise<string> {
  return until(async () => {
    const reply = await fetch(`${bankUrl}/mail.json?to=${encodeURIComponent(email)}`);
    const { mails } = (await reply.json()) as { mails: { text: string }[] };
    const link = new RegExp(`/dashboard/${path}#token=([\\w-]+)`);
    return mails.map(({ text }) => link.exec(text)?.[1]).find((token) => token !== undefined);
  });
}
