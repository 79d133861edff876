import type { Account } from '../../domain/account.ts';
import { letterFor } from '../../domain/letter.ts';
import { languageOf, type Notice, sentWithinMs } from '../../domain/notice.ts';
import type { Ports, Stores } from '../../ports.ts';

type Needs = Pick<Ports, 'vault' | 'mailIsOn' | 'now' | 'newId'>;
type Input = {
  readonly account: Pick<Account, 'id' | 'email' | 'language'>;
  readonly notice: Notice;
  /** Of two mails with one id, only the first is sent. */
  readonly id?: string;
};

/** Stores a mail in the transaction of what it is about; a job sends it. Without a mail server, none is stored. */
export async function writeMail(
  { vault, mailIsOn, now, newId }: Needs,
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
