import type {
  AskedDecision,
  Signature,
  SignedApproval,
  Statement,
  TwoPersonApproval,
} from '@entrada/approvals/decision';
import type { Mode } from './domain/api-key.ts';
import type { Letter } from './domain/letter.ts';
import type { MailOutcome, WaitingMail } from './domain/notice.ts';
import type { SessionTimes } from './domain/session.ts';
import type { auditArchive } from './store/audit-store.ts';
import type { openPasswords } from './store/password-hash.ts';
import type { Revocations } from './store/revocations.ts';
import type { Stores } from './store/stores.ts';
import type { throttleStore } from './store/throttle-store.ts';
import type { openTotp } from './store/two-factor-store.ts';
import type { Vault } from './store/vault.ts';

export type Mailer = { send(id: string, letter: Letter): Promise<void> };

/** What operators signed with the keys of their certificates. */
type Signatures = {
  /** Throws unless the person signed the statement just now. */
  requireSigner(statement: Statement, person: string, signature: Signature | null): void;
  /** The two people who signed exactly this; throws if there are none. */
  requireSigned(asked: AskedDecision, approval: SignedApproval): TwoPersonApproval;
};

/** What use cases work with: the stores as they are, and everything that leaves the process. */
export type Ports = Stores & {
  /** Row-level security: `work` sees only the rows of the account. */
  readonly transact: <T>(accountId: string, work: (stores: Stores) => Promise<T>) => Promise<T>;
  /** `work` sees the rows of every account: for operators, and where an address or a token names the account. */
  readonly transactForAll: <T>(work: (stores: Stores) => Promise<T>) => Promise<T>;
  readonly archive: ReturnType<typeof auditArchive>;
  /** The current one first. */
  readonly auditKeys: readonly Buffer[];
  readonly throttle: ReturnType<typeof throttleStore>;
  readonly revocations: Revocations;
  readonly passwords: ReturnType<typeof openPasswords>;
  /** Codes of authenticator apps. */
  readonly totp: ReturnType<typeof openTotp>;
  readonly mailer: Mailer;
  /** False: there is no mail server, and no mail is written. */
  readonly mailIsOn: boolean;
  readonly mailAttempted: (mail: WaitingMail, outcome: MailOutcome, error?: unknown) => void;
  /** Where links in mails lead to. */
  readonly publicBaseUrl: string;
  readonly vault: Vault;
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

export type { Credentials } from './store/account-store.ts';
export type { KeyUse } from './store/api-key-store.ts';
export type { Stores } from './store/stores.ts';
export type { SealedTwoFactor } from './store/two-factor-store.ts';
