import type { Account } from '../domain/account.ts';
import { letterFor } from '../domain/letter.ts';
import {
  CONFIRM_VALID_MS,
  languageOf,
  type MailPurpose,
  type Notice,
  RESET_VALID_MS,
  type SignUpMail,
  sentWithinMs,
} from '../domain/notice.ts';
import { tokenDigest, tokenFrom } from '../domain/session.ts';
import type { Ports, Stores } from '../ports.ts';

type Input = {
  readonly account: Pick<Account, 'id' | 'email' | 'language'>;
  readonly notice: Notice;
  /** Of two mails with one id, only the first is sent. */
  readonly id?: string;
};

/** Stores a mail in the transaction of what it is about; a job sends it. Without a mail server, none is stored. */
export async function writeMail(
  { vault, mailIsOn, now, newId }: Ports,
  { mails }: Pick<Stores, 'mails'>,
  { account, notice, id = newId() }: Input,
): Promise<void> {
  if (!mailIsOn) return;
  const letter = letterFor(account.email, notice, languageOf(account.language));
  const sealed = vault.seal(`mail/${id}`, JSON.stringify(letter));
  const createdAt = now();
  const giveUpAt = new Date(createdAt.getTime() + sentWithinMs(notice.kind));
  await mails.insert({ id, accountId: account.id, kind: notice.kind, sealed, createdAt, giveUpAt });
}

const PATHS = { reset_password: 'reset', confirm_email: 'confirm' } as const;
const VALID_MS = { reset_password: RESET_VALID_MS, confirm_email: CONFIRM_VALID_MS } as const;

/**
 * A new link, in place of earlier ones of its purpose. The token is in the fragment, which no browser
 * sends, so that no log along the way has it.
 */
export async function mailLink(
  { now, newSecretBytes, publicBaseUrl }: Ports,
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

/**
 * Asks for the confirmation of an address, or says that there is another account with it. The work is
 * the same for both, and only who reads the mail learns which it was.
 */
export async function mailConfirmation(
  needs: Ports,
  stores: Stores,
  account: Account,
  first: Account | undefined,
): Promise<void> {
  const confirm = await mailLink(needs, stores, account, 'confirm_email');
  const forgotten = `${needs.publicBaseUrl}/dashboard/forgotten`;
  const kind = kindOf(account, first);
  const notice = { kind, link: kind === 'address_taken' ? forgotten : confirm };
  await writeMail(needs, stores, { account, notice });
}

function kindOf(account: Account, first: Account | undefined): SignUpMail {
  if (!first || first.id === account.id) return 'confirm_email';
  return first.emailConfirmedAt ? 'address_taken' : 'address_claimed';
}
