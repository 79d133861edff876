import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import type { MailPurpose, ResetRequest } from '../domain/notice.ts';
import type { Within } from './within.ts';

const INSERT = `
  insert into mail_token (digest, account_id, purpose, expires_at)
  values ($1, $2, $3, $4)`;

const FIND = `
  select account_id
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
  returning account_id`;

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

type Row = { account_id: string };

type NewToken = {
  readonly digest: Buffer;
  readonly accountId: string;
  readonly purpose: MailPurpose;
  readonly expiresAt: Date;
};

export function mailTokenStore(within: Within) {
  return {
    async insert({ digest, accountId, purpose, expiresAt }: NewToken) {
      const values = [digest, accountId, purpose, expiresAt];
      await within(accountId, (db) => db.query(INSERT, values));
    },
    /** The account of a valid token; null: there is none. */
    async find(digest: Buffer, purpose: MailPurpose, now: Date) {
      const { rows } = await within(EVERY_ACCOUNT, (db) =>
        db.query<Row>(FIND, [digest, purpose, now]),
      );
      return rows[0]?.account_id ?? null;
    },
    /** The same, and it is valid no longer. */
    async take(digest: Buffer, purpose: MailPurpose, now: Date) {
      const { rows } = await within(EVERY_ACCOUNT, (db) =>
        db.query<Row>(TAKE, [digest, purpose, now]),
      );
      return rows[0]?.account_id ?? null;
    },
    async removeAll(accountId: string, purpose: MailPurpose) {
      await within(accountId, (db) => db.query(REMOVE_OF, [accountId, purpose]));
    },
    async askForReset({ email, ip, userAgent, requestedAt }: ResetRequest) {
      await within(EVERY_ACCOUNT, (db) => db.query(ASK, [email, ip, userAgent, requestedAt]));
    },
    async takeResetRequests(limit: number) {
      const { rows } = await within(EVERY_ACCOUNT, (db) =>
        db.query<ResetRequest>(TAKE_REQUESTS, [limit]),
      );
      return rows;
    },
  };
}
