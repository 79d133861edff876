import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import type { Approval } from '../domain/approval.ts';
import type { Approvals } from '../ports.ts';
import type { Within } from './within.ts';

const COLUMNS = `id, decision, request, asked_by as "askedBy", asked_signature as "askedSignature", asked_at as "askedAt", expires_at as "expiresAt", status,
         decided_by as "decidedBy", decided_at as "decidedAt", rejection, approved_signature as "approvedSignature", done_by as "doneBy",
         done_at as "doneAt"`;

const INSERT = `
  insert into approval (id, decision, request, asked_by, asked_signature, asked_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)`;

const FIND = `
  select ${COLUMNS}
    from approval
   where id = $1`;

const LOCK = `${FIND}
     for update`;

const FIND_PENDING = `
  select ${COLUMNS}
    from approval
   where status = 'PENDING'
     and asked_by = $1
     and decision = $2
     and request = $3
     and expires_at > $4
   order by asked_at desc
   limit 1`;

const LIST_MAX = 200;

const LIST = `
  select ${COLUMNS}
    from approval
   order by asked_at desc, id
   limit ${LIST_MAX}`;

const LIST_OPEN = `
  select ${COLUMNS}
    from approval
   where status <> 'REJECTED'
     and done_at is null
     and (status = 'APPROVED' or expires_at > $1)
   order by asked_at desc, id
   limit ${LIST_MAX}`;

const DECIDE = `
  update approval
     set status = $2, decided_by = $3, decided_at = $4, rejection = $5, approved_signature = $6
   where id = $1`;

const NOTE_DONE = `
  update approval
     set done_by = $2, done_at = $3
   where id = $1`;

export function approvalStore(within: Within): Approvals {
  const rowsOf = async (text: string, values: unknown[]): Promise<Approval[]> =>
    within(EVERY_ACCOUNT, async (db) => (await db.query<Approval>(text, values)).rows);
  return {
    async insert({ id, decision, request, askedBy, askedSignature, askedAt, expiresAt }) {
      await rowsOf(INSERT, [id, decision, request, askedBy, askedSignature, askedAt, expiresAt]);
    },
    find: async (id) => (await rowsOf(FIND, [id]))[0] ?? null,
    lock: async (id) => (await rowsOf(LOCK, [id]))[0] ?? null,
    findPending: async ({ askedBy, decision, request }, now) =>
      (await rowsOf(FIND_PENDING, [askedBy, decision, request, now]))[0] ?? null,
    list: (now, withEnded) => (withEnded ? rowsOf(LIST, []) : rowsOf(LIST_OPEN, [now])),
    async decide({ id, status, decidedBy, decidedAt, rejection, approvedSignature }) {
      const values = [id, status, decidedBy, decidedAt, rejection, approvedSignature];
      await rowsOf(DECIDE, values);
    },
    async noteDone({ id, doneBy, doneAt }) {
      await rowsOf(NOTE_DONE, [id, doneBy, doneAt]);
    },
  };
}
