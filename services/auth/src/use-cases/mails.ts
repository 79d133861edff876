import type { Letter } from '../domain/letter.ts';
import { type Notice, nextAttempt, type WaitingMail } from '../domain/notice.ts';
import type { Ports } from '../ports.ts';
import { requireAccount } from './accounts.ts';
import { writeMail } from './write-mail.ts';

type NoticeInput = { readonly id: string; readonly accountId: string; readonly notice: Notice };

/** For other services, which do not know the address of an account. */
export function notify(needs: Ports) {
  return ({ id, accountId, notice }: NoticeInput): Promise<void> =>
    needs.transact(accountId, async (stores) => {
      const account = await requireAccount(stores, accountId);
      await writeMail(needs, stores, { account, notice, id });
    });
}

const AT_ONCE_MAX = 10;

/**
 * Sends what is due, each mail at least once. True: there may be more. Whose address another account
 * confirmed gets nothing: who signed up with it may be a stranger to its owner.
 */
export function sendMails({ accounts, mails, mailer, vault, now, mailAttempted }: Ports) {
  async function send(mail: WaitingMail): Promise<void> {
    const { id, sealed, attempts, giveUpAt } = mail;
    if (mail.kind !== 'address_taken' && (await accounts.lostAddress(mail.accountId))) {
      await mails.giveUp(id);
      return mailAttempted(mail, 'withheld');
    }
    try {
      const letter: Letter = JSON.parse(vault.open(`mail/${id}`, sealed));
      await mailer.send(id, letter);
    } catch (error) {
      const again = nextAttempt(attempts, giveUpAt, now());
      await (again ? mails.putOff(id, again) : mails.giveUp(id));
      mailAttempted(mail, again ? 'failed' : 'given_up', error);
      return;
    }
    await mails.sent(id, now());
    mailAttempted(mail, 'sent');
  }

  return async (): Promise<boolean> => {
    const claimed = await mails.claim(now(), AT_ONCE_MAX);
    await Promise.all(claimed.map(send));
    return claimed.length === AT_ONCE_MAX;
  };
}
