import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import type { Logger } from '@entrada/platform/telemetry/log';
import type { ClientBase } from 'pg';
import {
  type AuditEntry,
  type AuditHead,
  type AuditLine,
  type AuditQuery,
  linkTo,
} from '../domain/audit-chain.ts';
import type { Within } from './within.ts';

const HEAD = `
  select seq, hash
    from audit_head`;

const LOCK_HEAD = `${HEAD}
     for update`;

const APPEND = `
  with line as (
    insert into audit_entry
      (seq, at, actor, action, subject, account_id, detail, prev_hash, hash)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9))
  update audit_head
     set seq = $1, hash = $9`;

/** A line as the domain names its parts. */
const COLUMNS = `seq, at, actor, action, subject, account_id as "accountId", detail, prev_hash as "prevHash", hash`;

const LINES_AFTER = `
  select ${COLUMNS}
    from audit_entry
   where seq > $1
   order by seq
   limit $2`;

const linesOf = (condition: string) => `
  select ${COLUMNS}
    from audit_entry
   where account_id = $1
     and at >= $2
     and at < $3
     and (at, seq) < ($4, $5)
     ${condition}
   order by at desc, seq desc
   limit $6`;

const LINES_OF = linesOf('');
const LINES_OF_ACTION = linesOf('and action = $7');
/** What Postgres can store and no line reaches. */
const FIRST_DAY = new Date(0);
const LAST_DAY = new Date('9999-12-31T00:00:00Z');

/** Needs a transaction: the end of the chain stays locked until it commits. */
export function auditStore(tx: ClientBase, key: Buffer, onAppend: (line: AuditLine) => void) {
  return {
    /** Locks the end of the chain until the transaction ends, so it is called last. */
    async append(entry: AuditEntry) {
      const { rows } = await tx.query<AuditHead>(LOCK_HEAD);
      const [head] = rows;
      if (!head) throw new Error('the audit log has no head');
      const line = linkTo(head, entry, key);
      const { seq, at, actor, action, subject, accountId, detail, prevHash, hash } = line;
      const values = [seq, at, actor, action, subject, accountId, detail, prevHash, hash];
      await tx.query(APPEND, values);
      onAppend(line);
    },
  };
}

/** Read access to the whole audit log. */
export function auditArchive(within: Within) {
  return {
    async head() {
      const head = await within.first<AuditHead>(EVERY_ACCOUNT, HEAD);
      if (!head) throw new Error('the audit log has no head');
      return head;
    },
    /** The lines after `seq` in order, at most `limit`. */
    linesAfter: (seq: number, limit: number) =>
      within.rows<AuditLine>(EVERY_ACCOUNT, LINES_AFTER, [seq, limit]),
    /** Lines about one account, newest first, at most `limit`. */
    linesOf(accountId: string, { action, from, to, before, limit }: AuditQuery) {
      const { at, seq } = before ?? { at: LAST_DAY, seq: 0 };
      const values = [accountId, from ?? FIRST_DAY, to ?? LAST_DAY, at, seq, limit];
      return action === null
        ? within.rows<AuditLine>(accountId, LINES_OF, values)
        : within.rows<AuditLine>(accountId, LINES_OF_ACTION, [...values, action]);
    },
  };
}

/**
 * Copies committed lines to the process log, which outlives a restored database: from it an operator
 * repeats what the database has lost. Where a person's request came from is left out.
 */
export function copyAuditLine(log: Logger, line: AuditLine): void {
  const { seq, at, actor, action, subject, accountId } = line;
  const { ip: _ip, userAgent: _userAgent, ...detail } = JSON.parse(line.detail);
  const hash = line.hash.toString('hex');
  const prevHash = line.prevHash.toString('hex');
  const audit = { seq, hash, prevHash, at, actor, action, subject, accountId, detail };
  log.info({ audit }, 'audit line appended');
}
