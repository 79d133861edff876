import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import type { Approval } from '../domain/approval.ts';
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

type Ending = 'id' | 'status' | 'decidedBy' | 'decidedAt' | 'rejection' | 'approvedSignature';

export function approvalStore(within: Within) {
  const rowsOf = (text: string, values: unknown[]) =>
    within.rows<Approval>(EVERY_ACCOUNT, text, values);
  return {
    async insert(approval: Approval) {
      const { id, decision, request, askedBy, askedSignature, askedAt, expiresAt } = approval;
      await rowsOf(INSERT, [id, decision, request, askedBy, askedSignature, askedAt, expiresAt]);
    },
    find: async (id: string) => (await rowsOf(FIND, [id]))[0] ?? null,
    /** Locks it until the transaction ends. */
    lock: async (id: string) => (await rowsOf(LOCK, [id]))[0] ?? null,
    /** The same decision that the same person asked for, pending and not expired. */
    findPending: async (
      { askedBy, decision, request }: Pick<Approval, 'decision' | 'request' | 'askedBy'>,
      now: Date,
    ) => (await rowsOf(FIND_PENDING, [askedBy, decision, request, now]))[0] ?? null,
    /** Newest first; without those that have ended unless asked for. An approved one ends when it is carried out. */
    list: (now: Date, withEnded: boolean) =>
      withEnded ? rowsOf(LIST, []) : rowsOf(LIST_OPEN, [now]),
    async decide(approval: Pick<Approval, Ending>) {
      const { id, status, decidedBy, decidedAt, rejection, approvedSignature } = approval;
      const values = [id, status, decidedBy, decidedAt, rejection, approvedSignature];
      await rowsOf(DECIDE, values);
    },
    async noteDone({ id, doneBy, doneAt }: Pick<Approval, 'id' | 'doneBy' | 'doneAt'>) {
      await rowsOf(NOTE_DONE, [id, doneBy, doneAt]);
    },
  };
}
