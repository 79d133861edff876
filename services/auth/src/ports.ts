import type {
  Approved,
  AskedDecision,
  Signature,
  SignedApproval,
  Statement,
} from '@entrada/approvals/decision';
import type { SealingKeys } from '@entrada/platform/crypto/seal';
import type { Account } from './domain/account.ts';
import type { ApiKey, KeyRights, Mode } from './domain/api-key.ts';
import type { Approval } from './domain/approval.ts';
import type { AuditEntry, AuditHead, AuditLine, AuditQuery } from './domain/audit-chain.ts';
import type { WhichKeys, WhichSessions } from './domain/audit-lines.ts';
import type { Letter } from './domain/letter.ts';
import type { MailOutcome, MailPurpose, ResetRequest, WaitingMail } from './domain/notice.ts';
import type { Session, SessionTimes } from './domain/session.ts';
import type { Bucket, Taken } from './domain/throttle.ts';
import type { TwoFactor } from './domain/two-factor.ts';

export type Credentials = { readonly account: Account; readonly passwordHash: string };

export type Accounts = {
  /** False when the id is taken. */
  insert(account: Account & { passwordHash: string }): Promise<boolean>;
  /** The accounts with this address: the one that confirmed it first, then the oldest ones. */
  claimants(email: string): Promise<readonly Credentials[]>;
  /** Nobody else signs up with the address or confirms it until the transaction ends. */
  lockAddress(email: string): Promise<void>;
  /** Whether another account confirmed the address of this one. */
  lostAddress(id: string): Promise<boolean>;
  find(id: string): Promise<Account | null>;
  /** Those of the ids that no account has. */
  unknownAmong(ids: readonly string[]): Promise<string[]>;
  /** Of the first claimant, where the address is given. */
  findCredentials(by: { email: string } | { id: string }): Promise<Credentials | null>;
  /** False when the hash is no longer the one given, so that of two changes one wins. */
  replacePassword(id: string, change: { from: string; to: string }): Promise<boolean>;
  /** Locks the account until the transaction ends and returns the hash of its password; null: no such account. */
  lockPassword(id: string): Promise<string | null>;
  /** The first time counts. False: another account confirmed the address. Needs the lock of the address. */
  confirmEmail(id: string, at: Date): Promise<boolean>;
  update(account: Pick<Account, 'id' | 'name' | 'language' | 'displayName'>): Promise<void>;
  /** Locks the account until the transaction ends. False: no such account. */
  lock(id: string): Promise<boolean>;
  /** False: it was so before. Null: no such account. */
  setFrozen(id: string, isFrozen: boolean, at: Date): Promise<boolean | null>;
  /** Returns the previous limit; null: the deployment's default. Undefined: no such account. */
  setRateLimit(id: string, perSecond: number | null): Promise<number | null | undefined>;
};

export type Sessions = {
  insert(session: Session & { digest: Buffer }): Promise<void>;
  findLive(digest: Buffer, now: Date): Promise<{ session: Session; account: Account } | null>;
  listLive(accountId: string, now: Date): Promise<Session[]>;
  /** Whether an account, or the first claimant of an address, has a stored session from this network. */
  wereOpenedFrom(
    network: string,
    of: { readonly id: string } | { readonly email: string; readonly confirmed: boolean },
  ): Promise<boolean>;
  /** Moves the expiry unless another replica did so since `seenBefore`. */
  slide(
    session: Pick<Session, 'id' | 'accountId'>,
    to: { lastSeenAt: Date; expiresAt: Date; seenBefore: Date },
  ): Promise<void>;
  /** False: the session has ended. */
  prove(session: Pick<Session, 'id' | 'accountId'>, at: Date): Promise<boolean>;
  /** True: ended now. False: ended before. Null: not a session of the account. */
  revoke(key: { id: string; accountId: string }, now: Date): Promise<boolean | null>;
  /** Ends all sessions of an account but the newest `kept` and `id`; returns the ids of the ended. */
  revokeOthers(
    accountId: string,
    spare: { id: string; kept: number },
    now: Date,
  ): Promise<string[]>;
};

export type Mails = {
  /** Changes nothing if the id is known. */
  insert(mail: Omit<WaitingMail, 'attempts'> & { readonly createdAt: Date }): Promise<void>;
  /** Mails that are due, out of reach of other replicas for a while. */
  claim(now: Date, limit: number): Promise<readonly WaitingMail[]>;
  sent(id: string, at: Date): Promise<void>;
  putOff(id: string, until: Date): Promise<void>;
  giveUp(id: string): Promise<void>;
  /** When the oldest mail that is not sent was written; null: none waits. */
  oldestWaiting(): Promise<Date | null>;
};

export type MailTokens = {
  insert(token: {
    readonly digest: Buffer;
    readonly accountId: string;
    readonly purpose: MailPurpose;
    readonly expiresAt: Date;
  }): Promise<void>;
  /** The account of a valid token; null: there is none. */
  find(digest: Buffer, purpose: MailPurpose, now: Date): Promise<string | null>;
  /** The same, and it is valid no longer. */
  take(digest: Buffer, purpose: MailPurpose, now: Date): Promise<string | null>;
  removeAll(accountId: string, purpose: MailPurpose): Promise<void>;
  askForReset(request: ResetRequest): Promise<void>;
  takeResetRequests(limit: number): Promise<readonly ResetRequest[]>;
};

export type Devices = {
  /** Remembers the device. True: the account has others, but not this one. */
  note(accountId: string, digest: Buffer, at: Date): Promise<boolean>;
};

export type Mailer = { send(id: string, letter: Letter): Promise<void> };

export type ApiKeys = {
  insert(key: ApiKey & { digest: Buffer }): Promise<void>;
  /** By any of the digests it may be stored under, the current one first. */
  findByDigest(digests: readonly Buffer[]): Promise<(KeyRights & { digest: Buffer }) | null>;
  replaceDigest(
    key: { id: string; accountId: string },
    change: { from: Buffer; to: Buffer },
  ): Promise<void>;
  /** Locks the key until the transaction ends. */
  find(key: { id: string; accountId: string }): Promise<ApiKey | null>;
  list(accountId: string): Promise<ApiKey[]>;
  countUsable(accountId: string, now: Date): Promise<number>;
  /** True: revoked now. False: revoked before. Null: not a key of the account. */
  revoke(key: { id: string; accountId: string }, now: Date): Promise<boolean | null>;
  rename(key: { id: string; accountId: string }, name: string): Promise<void>;
  replace(
    key: { id: string; accountId: string },
    by: { newId: string; expiresAt: Date },
  ): Promise<void>;
  noteUses(uses: readonly KeyUse[]): Promise<void>;
};

export type MassRevocation = {
  hasKey(id: string): Promise<boolean>;
  /** Revokes at most `limit` usable keys and returns them. */
  revokeKeys(
    which: WhichKeys,
    now: Date,
    limit: number,
  ): Promise<readonly { id: string; accountId: string }[]>;
  /** Ends at most `limit` live sessions and returns their ids. */
  endSessions(which: WhichSessions, now: Date, limit: number): Promise<readonly string[]>;
};

export type KeyUse = {
  readonly keyId: string;
  readonly usedAt: Date;
  readonly sentInQuery: boolean;
};

export type Audit = {
  /** Locks the end of the chain until the transaction ends, so it is called last. */
  append(entry: AuditEntry): Promise<void>;
};

/** Read access to the whole audit log. */
export type AuditArchive = {
  head(): Promise<AuditHead>;
  /** The lines after `seq` in order, at most `limit`. */
  linesAfter(seq: number, limit: number): Promise<AuditLine[]>;
  /** Lines about one account, newest first, at most `limit`. */
  linesOf(accountId: string, query: AuditQuery): Promise<AuditLine[]>;
};

/** Keys and sessions that ended, accounts that are frozen or no longer. */
export type Revoked = Readonly<Record<'keyIds' | 'sessionIds' | 'accountIds', readonly string[]>>;

/** What one transaction can read and write. A revocation is published when it commits. */
export type Stores = {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly twoFactors: TwoFactors;
  readonly mails: Mails;
  readonly mailTokens: MailTokens;
  readonly devices: Devices;
  readonly apiKeys: ApiKeys;
  readonly massRevocation: MassRevocation;
  readonly approvals: Approvals;
  readonly audit: Audit;
  readonly publishRevocation: (revoked: Partial<Revoked>) => Promise<void>;
};

export type Throttle = {
  /** Counts one attempt; it is not allowed when its window is full. */
  take(bucket: Bucket, now: Date): Promise<Taken>;
  /** Uncounts one attempt. */
  giveBack(bucket: Bucket): Promise<void>;
  forget(bucket: Bucket): Promise<void>;
};

export type Revocations = {
  /** Every revocation from now on, by any replica. Throws when there are too many listeners. */
  subscribe(signal: AbortSignal): RevocationListener;
  since(time: Date): Promise<Revoked>;
};

export type RevocationListener = Disposable & {
  /** What was revoked since the last call, possibly nothing; null while the database connection is lost. */
  next(waitMaxMs: number): Promise<Revoked | null>;
};

/** Keeps secrets at rest; what was sealed for one row opens for no other. */
export type Vault = SealingKeys & {
  /** Under a key, so that codes cannot be found from a stolen table; that of the current key first. */
  codeDigests(accountId: string, code: string): readonly [Buffer, ...Buffer[]];
};

export type Passwords = {
  /** With the salt of another hash, equal passwords have equal hashes. */
  hash(password: string, like?: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
  /** The first hash that the password matches. Takes equally long for none, and for any number with one salt. */
  firstMatch(password: string, hashes: readonly string[]): Promise<string | null>;
  isOutdated(hash: string): boolean;
};

export type Ports = Stores & {
  /** Row-level security: `work` sees only the rows of the account. */
  readonly transact: <T>(accountId: string, work: (stores: Stores) => Promise<T>) => Promise<T>;
  /** `work` sees the rows of every account: for operators, and where an address or a token names the account. */
  readonly transactForAll: <T>(work: (stores: Stores) => Promise<T>) => Promise<T>;
  readonly archive: AuditArchive;
  /** The current one first. */
  readonly auditKeys: readonly Buffer[];
  readonly throttle: Throttle;
  readonly revocations: Revocations;
  readonly passwords: Passwords;
  readonly totp: Totp;
  readonly mailer: Mailer;
  /** False: there is no mail server, and no mail is written. */
  readonly mailIsOn: boolean;
  readonly mailAttempted: (mail: WaitingMail, outcome: MailOutcome, error?: unknown) => void;
  /** Where links in mails lead to. */
  readonly publicBaseUrl: string;
  readonly vault: Vault;
  readonly resealing: Resealing;
  readonly sessionTimes: SessionTimes;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly newSecretBytes: () => Buffer;
  /** Every digest a key may be stored under, the current one first. */
  readonly digestsOf: (key: string) => readonly [Buffer, ...Buffer[]];
  readonly mode: Mode;
  readonly signatures: Signatures;
  /** Whether decisions about money need a second person. */
  readonly needsApproval: boolean;
  readonly attempts: { readonly perAddressMax: number; readonly perIpMax: number };
};

export type Approvals = {
  insert(approval: Approval): Promise<void>;
  find(id: string): Promise<Approval | null>;
  /** Locks it until the transaction ends. */
  lock(id: string): Promise<Approval | null>;
  /** The same decision that the same person asked for, pending and not expired. */
  findPending(
    same: Pick<Approval, 'decision' | 'request' | 'askedBy'>,
    now: Date,
  ): Promise<Approval | null>;
  /** Newest first; without those that have ended unless asked for. An approved one ends when it is carried out. */
  list(now: Date, withEnded: boolean): Promise<readonly Approval[]>;
  decide(
    approval: Pick<
      Approval,
      'id' | 'status' | 'decidedBy' | 'decidedAt' | 'rejection' | 'approvedSignature'
    >,
  ): Promise<void>;
  noteDone(done: Pick<Approval, 'id' | 'doneBy' | 'doneAt'>): Promise<void>;
};

/** What operators signed with the keys of their certificates. */
type Signatures = {
  /** Throws unless the person signed the statement just now. */
  requireSigner(statement: Statement, person: string, signature: Signature | null): void;
  /** The two people who signed exactly this; throws if there are none. */
  requireSigned(asked: AskedDecision, approval: SignedApproval): Approved;
};

export type TwoFactors = {
  /** Locks it until the transaction ends. */
  find(accountId: string): Promise<TwoFactor | null>;
  /** Replaces a secret that was not confirmed. */
  begin(accountId: string, sealedSecret: Buffer, at: Date): Promise<void>;
  confirm(accountId: string, step: number, at: Date): Promise<void>;
  /** False: a code of this time step, or a later one, was accepted before. */
  takeStep(accountId: string, step: number): Promise<boolean>;
  /** The secret and the recovery codes. False: there was none. */
  remove(accountId: string): Promise<boolean>;
  replaceRecoveryCodes(accountId: string, digests: readonly Buffer[]): Promise<void>;
  /** False: unknown, or used before. */
  takeRecoveryCode(accountId: string, digests: readonly Buffer[]): Promise<boolean>;
};

/** Of the account with this id. */
export type SealedTwoFactor = { readonly id: string; readonly sealedSecret: Buffer };

/** Moves the secrets of every account from the key before to the current one. */
export type Resealing = {
  /** For each secret that does not begin with the prefix. Gives the ids of those that no key opens. */
  replaceOutdated(
    prefix: Buffer,
    resealed: (before: SealedTwoFactor) => Buffer,
  ): Promise<readonly string[]>;
};

/** Codes of authenticator apps. */
export type Totp = {
  newSecret(): string;
  /** What an app reads from a QR code. */
  urlOf(secret: string, email: string): string;
  /** The time step that the code belongs to; null: it is wrong. */
  stepOf(secret: string, digits: string, at: Date): number | null;
};
