import type { Letter } from '../domain/letter.ts';
import type { WaitingMail } from '../domain/mail.ts';
import { nextAttempt } from '../domain/notice.ts';
import type { Ports } from '../ports.ts';

const AT_ONCE_MAX = 10;

type Needs = Pick<Ports, 'accounts' | 'mails' | 'mailer' | 'vault' | 'now' | 'mailAttempted'>;

/**
 * Sends what is due, each mail at least once. True: there may be more. Whose address another account
 * confirmed gets nothing: who signed up with it may be a stranger to its owner.
 */
export function sendMails({ accounts, mails, mailer, vault, now, mailAttempted }: Needs) {
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
