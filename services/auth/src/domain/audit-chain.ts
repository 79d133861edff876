import { createHmac } from 'node:crypto';
import { canonicalJson } from '@entrada/platform/text/canonical-json';

/** One recorded action. It must not contain a secret. */
export type AuditEntry = {
  readonly at: Date;
  /** Who did it: `account:<id>`, `key:<id>`, `operator:<name>`. */
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** Empty when the account is unknown. */
  readonly accountId: string;
  readonly detail: Readonly<Record<string, unknown>>;
};

/** Which lines of an account are read. */
export type AuditQuery = {
  readonly action: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
  /** Only lines before this one. */
  readonly before: { readonly at: Date; readonly seq: number } | null;
  readonly limit: number;
};

/** The end of the chain: how many lines it has and the hash of the last. */
export type AuditHead = { readonly seq: number; readonly hash: Buffer };

export type AuditLine = Omit<AuditEntry, 'detail'> &
  AuditHead & {
    readonly prevHash: Buffer;
    /** Canonical JSON: exactly the text that is hashed. */
    readonly detail: string;
  };

export const CHAIN_START: AuditHead = { seq: 0, hash: Buffer.alloc(32) };

/** `12:<64 hex digits>`: to be kept where the database's administrator cannot change it. */
export function textOfHead({ seq, hash }: AuditHead): string {
  return `${seq}:${hash.toString('hex')}`;
}

export function parseHead(text: string): AuditHead | null {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  return seq && hash ? { seq: Number(seq), hash: Buffer.from(hash, 'hex') } : null;
}

/** The next line of the chain. Its hash is a MAC: the role of the database, which has no key, cannot make one. */
export function linkTo(head: AuditHead, { detail, ...entry }: AuditEntry, key: Buffer): AuditLine {
  const line = {
    ...entry,
    detail: canonicalJson(detail),
    seq: head.seq + 1,
    prevHash: head.hash,
  };
  return { ...line, hash: hashOf(line, key) };
}

/** Why `line` is not the valid successor of `head` under one of the keys; null when it is. */
export function breakBetween(
  head: AuditHead,
  line: AuditLine,
  keys: readonly Buffer[],
): string | null {
  if (line.seq !== head.seq + 1) {
    return `line ${head.seq + 1} is missing: after ${head.seq} comes ${line.seq}`;
  }
  if (!line.prevHash.equals(head.hash)) return `line ${line.seq} does not follow line ${head.seq}`;
  if (!keys.some((key) => line.hash.equals(hashOf(line, key)))) {
    return `line ${line.seq} was forged, or changed after it was written`;
  }
  return null;
}

function hashOf(line: Omit<AuditLine, 'hash'>, key: Buffer): Buffer {
  const { seq, at, actor, action, subject, accountId, detail, prevHash } = line;
  const text = canonicalJson({
    seq,
    at: at.toISOString(),
    actor,
    action,
    subject,
    accountId,
    detail,
    prevHash: prevHash.toString('hex'),
  });
  return createHmac('sha256', key).update(text).digest();
}
