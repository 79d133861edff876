import type { Account } from '../../domain/account.ts';
import type { MailPurpose } from '../../domain/mail.ts';
import { CONFIRM_VALID_MS, RESET_VALID_MS } from '../../domain/notice.ts';
import { tokenDigest, tokenFrom } from '../../domain/session.ts';
import type { Ports, Stores } from '../../ports.ts';

type Needs = Pick<Ports, 'now' | 'newSecretBytes' | 'publicBaseUrl'>;

const PATHS = { reset_password: 'reset', confirm_email: 'confirm' } as const;
const VALID_MS = { reset_password: RESET_VALID_MS, confirm_email: CONFIRM_VALID_MS } as const;

/**
 * A new link, in place of earlier ones of its purpose. The token is in the fragment, which no browser
 * sends, so that no log along the way has it.
 */
export async function mailLink(
  { now, newSecretBytes, publicBaseUrl }: Needs,
  { mailTokens }: Pick<Stores, 'mailTokens'>,
  { id: accountId }: Pick<Account, 'id'>,
  purpose: MailPurpose,
): Promise<string> {
  const token = tokenFrom(newSecretBytes());
  const digest = tokenDigest(token);
  if (!digest) throw new Error('a generated token is malformed');
  const expiresAt = new Date(now().getTime() + VALID_MS[purpose]);
  await mailTokens.removeAll(accountId, purpose);
  await mailTokens.insert({ digest, accountId, purpose, expiresAt });
  return `${publicBaseUrl}/dashboard/${PATHS[purpose]}#token=${token}`;
}
