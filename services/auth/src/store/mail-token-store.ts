import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import type { MailPurpose, ResetRequest } from '../domain/notice.ts';
import type { Within } from './within.ts';

const INSERT = `
  insert into mail_token (digest, account_id, purpose, expires_at)
  values ($1, $2, $3, $4)`;

const FIND = `
  select account_id as "accountId"
    from mail_token
   where digest = $1
     and purpose = $2
     and expires_at > $3`;

const REMOVE_OF = `
  delete from mail_token
   where account_id = $1
     and purpose = $2`;

const TAKE = `
  delete from mail_token
   where digest = $1
     and purpose = $2
     and expires_at > $3
  returning account_id as "accountId"`;

const ASK = `
  insert into reset_request (email, ip, user_agent, requested_at)
  values ($1, $2, $3, $4)`;

const TAKE_REQUESTS = `
  delete from reset_request
   where id = any (array(
           select id from reset_request
            order by id
            limit $1
              for update skip locked))
  returning email, ip, user_agent as "userAgent", requested_at as "requestedAt"`;

type Row = { readonly accountId: string };

type NewToken = {
  readonly digest: Buffer;
  readonly accountId: string;
  readonly purpose: MailPurpose;
  readonly expiresAt: Date;
};

export function mailTokenStore(within: Within) {
  return {
    insert: ({ digest, accountId, purpose, expiresAt }: NewToken) =>
      within.run(accountId, INSERT, [digest, accountId, purpose, expiresAt]),
    /** The account of a valid token; null: there is none. */
    async find(digest: Buffer, purpose: MailPurpose, now: Date) {
      const found = await within.first<Row>(EVERY_ACCOUNT, FIND, [digest, purpose, now]);
      return found?.accountId ?? null;
    },
    /** The same, and it is valid no longer. */
    async take(digest: Buffer, purpose: MailPurpose, now: Date) {
      const taken = await within.first<Row>(EVERY_ACCOUNT, TAKE, [digest, purpose, now]);
      return taken?.accountId ?? null;
    },
    removeAll: (accountId: string, purpose: MailPurpose) =>
      within.run(accountId, REMOVE_OF, [accountId, purpose]),
    askForReset: ({ email, ip, userAgent, requestedAt }: ResetRequest) =>
      within.run(EVERY_ACCOUNT, ASK, [email, ip, userAgent, requestedAt]),
    takeResetRequests: (limit: number) =>
      within.rows<ResetRequest>(EVERY_ACCOUNT, TAKE_REQUESTS, [limit]),
  };
}
