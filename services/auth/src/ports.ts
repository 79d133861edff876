import type { Account } from './domain/account.ts';
import type { ApiKey, KeyRights, Mode } from './domain/api-key.ts';
import type { AuditFact, AuditHead, AuditLine } from './domain/audit-chain.ts';
import type { Session } from './domain/session.ts';
import type { Bucket } from './domain/throttle.ts';

export type Accounts = {
  /** False when the e-mail address is taken. */
  insert(account: Account & { passwordHash: string }): Promise<boolean>;
  find(id: string): Promise<Account | null>;
  findCredentials(
    by: { email: string } | { id: string },
  ): Promise<{ account: Account; passwordHash: string } | null>;
  /** False when the hash is no longer the one given, so that of two changes one wins. */
  replacePassword(id: string, change: { from: string; to: string }): Promise<boolean>;
  /** Until the transaction ends, nobody else adds to what the account has. False: no such account. */
  lock(id: string): Promise<boolean>;
  /** Gives what it was before; null is the deployment's own. Undefined: no such account. */
  setRateLimit(id: string, perSecond: number | null): Promise<number | null | undefined>;
};

export type Sessions = {
  insert(session: Session & { digest: Buffer }): Promise<void>;
  findLive(digest: Buffer, now: Date): Promise<{ session: Session; account: Account } | null>;
  listLive(accountId: string, now: Date): Promise<Session[]>;
  /** Whether whoever has the address was ever let in from this network, as far as we remember. */
  wereOpenedFrom(email: string, network: string): Promise<boolean>;
  /** Moves the expiry unless another replica did so since `seenBefore`. */
  slide(
    session: Pick<Session, 'id' | 'accountId'>,
    to: { lastSeenAt: Date; expiresAt: Date; seenBefore: Date },
  ): Promise<void>;
  /** True when this ended it, false when it had ended before, null when it is not the account's. */
  revoke(key: { id: string; accountId: string }, now: Date): Promise<boolean | null>;
  /** Ends all of an account's but the newest `kept` and the one named; gives the ids of the ended. */
  revokeOthers(
    accountId: string,
    spare: { id: string; kept: number },
    now: Date,
  ): Promise<string[]>;
};

export type ApiKeys = {
  insert(key: ApiKey & { digest: Buffer }): Promise<void>;
  /** By any of the digests it may be stored under, the current one first. */
  findByDigest(digests: readonly Buffer[]): Promise<(KeyRights & { digest: Buffer }) | null>;
  replaceDigest(
    key: { id: string; accountId: string },
    change: { from: Buffer; to: Buffer },
  ): Promise<void>;
  /** Nobody else changes it until the transaction ends. */
  find(key: { id: string; accountId: string }): Promise<ApiKey | null>;
  list(accountId: string): Promise<ApiKey[]>;
  countUsable(accountId: string, now: Date): Promise<number>;
  /** True when this revoked it, false when it was before, null when it is not the account's. */
  revoke(key: { id: string; accountId: string }, now: Date): Promise<boolean | null>;
  replace(
    key: { id: string; accountId: string },
    by: { newId: string; expiresAt: Date },
  ): Promise<void>;
  noteUses(uses: readonly KeyUse[]): Promise<void>;
};

type KeyUse = {
  readonly keyId: string;
  readonly usedAt: Date;
  readonly sentInQuery: boolean;
};

export type Audit = {
  /** Waits for its turn on the chain, so it comes last in a transaction. */
  append(fact: AuditFact): Promise<void>;
};

/** The audit log as it was written. */
export type AuditArchive = {
  head(): Promise<AuditHead>;
  /** The lines after `seq` in order, at most `limit`. */
  linesAfter(seq: number, limit: number): Promise<AuditLine[]>;
};

export type Revoked = {
  readonly keyIds: readonly string[];
  readonly sessionIds: readonly string[];
};

/** What one transaction can touch. A revocation is announced when it commits. */
export type Stores = {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly apiKeys: ApiKeys;
  readonly audit: Audit;
  readonly announce: (revoked: Partial<Revoked>) => Promise<void>;
};

type Taken = {
  readonly allowed: boolean;
  readonly isFirstRefusal: boolean;
  /** Until the window ends. */
  readonly resetsInMs: number;
};

export type Throttle = {
  /** Counts a try, which is not allowed when its window is full. */
  take(bucket: Bucket, now: Date): Promise<Taken>;
  /** Takes back one counted try. */
  giveBack(bucket: Bucket): Promise<void>;
  forget(bucket: Bucket): Promise<void>;
};

export type Revocations = {
  /** Whatever is revoked from now on, by any replica. Throws when too many listen. */
  subscribe(signal: AbortSignal): RevocationListener;
  since(time: Date): Promise<Revoked>;
};

export type RevocationListener = Disposable & {
  /** What was revoked since the last call; after the wait possibly nothing, or null if we may be deaf. */
  next(waitMaxMs: number): Promise<Revoked | null>;
};

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes as long for a null hash, which nothing matches, as for any other. */
  verify(password: string, hash: string | null): Promise<boolean>;
  isOutdated(hash: string): boolean;
};

export type Ports = Stores & {
  /** Inside, only what belongs to the account can be seen. */
  readonly transact: <T>(accountId: string, work: (stores: Stores) => Promise<T>) => Promise<T>;
  readonly archive: Pick<AuditArchive, 'head'>;
  readonly throttle: Throttle;
  readonly revocations: Revocations;
  readonly passwords: Passwords;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly newSecretBytes: () => Buffer;
  /** Every digest a key may be stored under, the current one first. */
  readonly digestsOf: (key: string) => readonly [Buffer, ...Buffer[]];
  readonly mode: Mode;
  readonly tries: { readonly perAddressMax: number; readonly perIpMax: number };
};
