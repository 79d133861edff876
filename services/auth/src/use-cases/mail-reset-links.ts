import type { Ports } from '../ports.ts';
import { mailLink } from './steps/mail-link.ts';
import { writeMail } from './steps/write-mail.ts';

const AT_ONCE_MAX = 20;

type Needs = Pick<
  Ports,
  'transactForAll' | 'vault' | 'mailIsOn' | 'now' | 'newId' | 'newSecretBytes' | 'publicBaseUrl'
>;

/** Writes a mail with a link to each account that asked for a new password. True: there may be more. */
export function mailResetLinks(needs: Needs) {
  const { transactForAll, now } = needs;
  return (): Promise<boolean> =>
    transactForAll(async (stores) => {
      const requests = await stores.mailTokens.takeResetRequests(AT_ONCE_MAX);
      for (const { email, ip, userAgent } of requests) {
        const known = await stores.accounts.findCredentials({ email });
        if (!known) continue;
        const { account } = known;
        const link = await mailLink(needs, stores, account, 'reset_password');
        await writeMail(needs, stores, { account, notice: { kind: 'reset_password', link, ip } });
        const actor = 'account:unknown';
        const action = 'account.password_reset_requested';
        const line = { at: now(), actor, action, subject: `account:${account.id}` };
        await stores.audit.append({ ...line, accountId: account.id, detail: { ip, userAgent } });
      }
      return requests.length === AT_ONCE_MAX;
    });
}
