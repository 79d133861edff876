import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import type { WaitingMail } from '../domain/notice.ts';
import type { Within } from './within.ts';

/** A mail of a crashed process is sent again after this time. */
const LEASE = `interval '2 minutes'`;

const INSERT = `
  insert into mail (id, account_id, kind, sealed, created_at, due_at, give_up_at)
  values ($1, $2, $3, $4, $5, $5, $6)
      on conflict (id) do nothing`;

const CLAIM = `
  update mail
     set due_at = $1::timestamptz + ${LEASE}, attempts = attempts + 1
   where id = any (array(
           select id from mail
            where sealed is not null
              and due_at <= $1
            order by due_at
            limit $2
              for update skip locked))
  returning id, account_id as "accountId", kind, sealed, attempts, give_up_at as "giveUpAt"`;

const SENT = `
  update mail
     set sealed = null, sent_at = $2
   where id = $1`;

const PUT_OFF = `
  update mail
     set due_at = $2
   where id = $1`;

const GIVE_UP = `
  update mail
     set sealed = null
   where id = $1`;

const OLDEST_WAITING = `
  select created_at as "createdAt"
    from mail
   where sealed is not null
   order by created_at
   limit 1`;

type NewMail = Omit<WaitingMail, 'attempts'> & { readonly createdAt: Date };

export function mailStore(within: Within) {
  return {
    /** Changes nothing if the id is known. */
    insert: ({ id, accountId, kind, sealed, createdAt, giveUpAt }: NewMail) =>
      within.run(accountId, INSERT, [id, accountId, kind, sealed, createdAt, giveUpAt]),
    /** Mails that are due, out of reach of other replicas for a while. */
    claim: (now: Date, limit: number) =>
      within.rows<WaitingMail>(EVERY_ACCOUNT, CLAIM, [now, limit]),
    sent: (id: string, at: Date) => within.run(EVERY_ACCOUNT, SENT, [id, at]),
    putOff: (id: string, until: Date) => within.run(EVERY_ACCOUNT, PUT_OFF, [id, until]),
    giveUp: (id: string) => within.run(EVERY_ACCOUNT, GIVE_UP, [id]),
    /** When the oldest mail that is not sent was written; null: none waits. */
    async oldestWaiting() {
      type Oldest = { createdAt: Date };
      return (await within.first<Oldest>(EVERY_ACCOUNT, OLDEST_WAITING))?.createdAt ?? null;
    },
  };
}
