import { prepared } from '@entrada/platform/db/prepared';
import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import { SESSIONS_MAX, type Session } from '../domain/session.ts';
import { ACCOUNT_COLUMNS, type AccountRow, accountFrom } from './account-store.ts';
import { publishRevocation } from './revocations.ts';
import type { Within } from './within.ts';

const INSERT = `
  insert into session
    (id, account_id, digest, created_at, last_seen_at, expires_at, ip, user_agent)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

/** A session as the domain names its parts. */
const COLUMNS = `session.id, session.account_id as "accountId", session.created_at as "createdAt",
         last_seen_at as "lastSeenAt", expires_at as "expiresAt",
         jsonb_build_object('ip', ip, 'userAgent', user_agent) as origin,
         coalesce(proof_at, session.created_at) as "proofAt"`;

const FIND_LIVE = `
  select ${COLUMNS}, ${ACCOUNT_COLUMNS}
    from session
    join account on account.id = session.account_id
   where digest = $1
     and revoked_at is null
     and expires_at > $2`;

const LIST_LIVE = `
  select ${COLUMNS}
    from session
   where account_id = $1
     and revoked_at is null
     and expires_at > $2
   order by created_at desc, id
   limit ${SESSIONS_MAX}`;

const SLIDE = `
  update session
     set last_seen_at = $3, expires_at = $4
   where id = $1
     and account_id = $2
     and last_seen_at <= $5
     and revoked_at is null`;

// `ip` holds an IPv6 address in full, of which $1 may be the first half.
const OPENED_FROM = `
  select from session
   where (ip = $1 or starts_with(ip, $1 || ':'))
     and account_id =`;
const WERE_OPENED_FROM = `${OPENED_FROM} $2 limit 1`;
const WERE_OPENED_BY_FIRST = `${OPENED_FROM} (
         select id from account
          where email = $2
            and (email_confirmed_at is not null or not $3)
          order by email_confirmed_at is null, created_at, id
          limit 1)
   limit 1`;

const PROVE = `
  update session
     set proof_at = $3
   where id = $1
     and account_id = $2
     and revoked_at is null
     and expires_at > $3`;

const REVOKE = `
  update session
     set revoked_at = $3
   where id = $1
     and account_id = $2
     and revoked_at is null`;

const EXISTS = `
  select from session
   where id = $1
     and account_id = $2`;

const REVOKE_OTHERS = `
  update session
     set revoked_at = $2
   where account_id = $1
     and id in (
         select id
           from session
          where account_id = $1
            and revoked_at is null
            and expires_at > $2
            and id <> $3
          order by created_at desc
         offset $4)
  returning id`;

type OwnSession = Pick<Session, 'id' | 'accountId'>;

export function sessionStore(within: Within) {
  return {
    async insert(session: Session & { digest: Buffer }) {
      const { id, accountId, digest, createdAt, lastSeenAt, expiresAt } = session;
      const { ip, userAgent } = session.origin;
      const values = [id, accountId, digest, createdAt, lastSeenAt, expiresAt, ip, userAgent];
      await within.run(accountId, INSERT, values);
    },
    async findLive(digest: Buffer, now: Date) {
      type Row = Session & AccountRow;
      const row = await within.first<Row>(EVERY_ACCOUNT, prepared(FIND_LIVE, [digest, now]));
      if (!row) return null;
      const { id, createdAt, lastSeenAt, expiresAt, origin, proofAt, ...account } = row;
      const { accountId } = account;
      const session = { id, accountId, createdAt, lastSeenAt, expiresAt, origin, proofAt };
      return { session, account: accountFrom(account) };
    },
    listLive: (accountId: string, now: Date) =>
      within.rows<Session>(accountId, LIST_LIVE, [accountId, now]),
    /** Whether an account, or the first claimant of an address, has a stored session from this network. */
    wereOpenedFrom: (
      network: string,
      of: { readonly id: string } | { readonly email: string; readonly confirmed: boolean },
    ) =>
      'id' in of
        ? within.hits(of.id, WERE_OPENED_FROM, [network, of.id])
        : within.hits(EVERY_ACCOUNT, WERE_OPENED_BY_FIRST, [network, of.email, of.confirmed]),
    /** Moves the expiry unless another replica did so since `seenBefore`. */
    async slide(
      { id, accountId }: OwnSession,
      to: { lastSeenAt: Date; expiresAt: Date; seenBefore: Date },
    ) {
      const values = [id, accountId, to.lastSeenAt, to.expiresAt, to.seenBefore];
      await within.run(accountId, SLIDE, values);
    },
    /** False: the session has ended. */
    prove: ({ id, accountId }: OwnSession, at: Date) =>
      within.hits(accountId, PROVE, [id, accountId, at]),
    /** True: ended now. False: ended before. Null: not a session of the account. */
    async revoke({ id, accountId }: OwnSession, now: Date) {
      if (await within.hits(accountId, REVOKE, [id, accountId, now])) {
        await publishRevocation(within, 'sessionIds', [id]);
        return true;
      }
      return (await within.hits(accountId, EXISTS, [id, accountId])) ? false : null;
    },
    /** Ends all sessions of an account but the newest `kept` and `id`; returns how many. */
    async revokeOthers(accountId: string, { id, kept }: { id: string; kept: number }, now: Date) {
      const values = [accountId, now, id, kept];
      const rows = await within.rows<{ id: string }>(accountId, REVOKE_OTHERS, values);
      const ended = rows.map((row) => row.id);
      await publishRevocation(within, 'sessionIds', ended);
      return ended.length;
    },
  };
}

// The first statement sees the table as it was before.
const NOTE = `
  with noted as (
    insert into known_device (account_id, digest, seen_at)
    values ($1, $2, $3)
        on conflict (account_id, digest) do update set seen_at = $3)
  select exists (select from known_device where account_id = $1) as "hasAny",
         exists (select from known_device where account_id = $1 and digest = $2) as "isKnown"`;

export function deviceStore(within: Within) {
  return {
    /** Remembers the device. True: the account has others, but not this one. */
    async note(accountId: string, digest: Buffer, at: Date) {
      type Row = { hasAny: boolean; isKnown: boolean };
      const noted = await within.first<Row>(accountId, NOTE, [accountId, digest, at]);
      const { hasAny, isKnown } = noted ?? { hasAny: false, isKnown: true };
      return hasAny && !isKnown;
    },
  };
}
