import { accountNotFound } from '../domain/account.ts';
import type { Notice } from '../domain/notice.ts';
import type { Ports } from '../ports.ts';
import { writeMail } from './steps/write-mail.ts';

type Needs = Pick<Ports, 'transact' | 'vault' | 'mailIsOn' | 'now' | 'newId'>;
type Input = { readonly id: string; readonly accountId: string; readonly notice: Notice };

/** For other services, which do not know the address of an account. */
export function notify(needs: Needs) {
  return ({ id, accountId, notice }: Input): Promise<void> =>
    needs.transact(accountId, async (stores) => {
      const account = await stores.accounts.find(accountId);
      if (!account) throw accountNotFound();
      await writeMail(needs, stores, { account, notice, id });
    });
}
