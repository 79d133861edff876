import type { Account } from '../../domain/account.ts';
import type { SignUpMail } from '../../domain/notice.ts';
import type { Ports, Stores } from '../../ports.ts';
import { mailLink } from './mail-link.ts';
import { writeMail } from './write-mail.ts';

type Needs = Pick<
  Ports,
  'vault' | 'mailIsOn' | 'now' | 'newId' | 'newSecretBytes' | 'publicBaseUrl'
>;

/**
 * Asks for the confirmation of an address, or says that there is another account with it. The work is
 * the same for both, and only who reads the mail learns which it was.
 */
export async function mailConfirmation(
  needs: Needs,
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
