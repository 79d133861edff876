import type { Requester } from '@entrada/platform/identity/requester';
import type {
  Account,
  ApiKey,
  AuditEntry,
  Origin,
  Session,
  TermsInForce,
} from './domain/account.ts';
import type {
  AccountChanges,
  GivenCode,
  KeyRights,
  LogIn,
  OwnKey,
  OwnSession,
  PasswordChange,
  Proof,
  ResetConfirmation,
  SignUp,
} from './domain/account-input.ts';
import type { KeyCaller } from './domain/caller.ts';
import type {
  Charge,
  ChargeStatus,
  NotifiedPayment,
  PaymentLink,
  Refund,
  RefundsWanted,
} from './domain/charge.ts';
import type {
  Delivery,
  DeliveryFilter,
  Endpoint,
  EndpointChanges,
  EndpointMetrics,
  NewEndpoint,
  Replay,
} from './domain/endpoint.ts';
import type { StatementBounds, StatementEntry } from './domain/statement.ts';
import type { SuspendedPayment } from './domain/suspended-payment.ts';
import type { TimelineEntry } from './domain/timeline.ts';
import type { DeploymentPorts } from './ports/deployment.ts';
import type { CountedHours } from './ports/hours.ts';
import type { LimitPorts } from './ports/limits.ts';
import type { LivePorts, ReadStatuses } from './ports/live.ts';

/** A charge of the account; a charge of another account is not found. */
export type OwnCharge = { readonly accountId: string; readonly paymentLinkId: string };
/** Identifies one request of a client, so that retries are safe. */
export type Idempotency = { readonly key: string; readonly fingerprint: string };
/** Stored with what is changed. */
type Requested = { readonly requester: Requester };
/** Times are ISO 8601; `from` is inclusive, `to` exclusive, absent means unbounded. */
export type Window = { readonly from?: string | undefined; readonly to?: string | undefined };
type Paging = { readonly limit: number; readonly cursor?: string | undefined };
export type Page<T> = { readonly items: readonly T[]; readonly nextCursor: string | null };

export type ChargePorts = {
  /** Fee plan and limits of the account, or of the deployment, and the version that is scheduled next. */
  readonly getTerms: (accountId: string | null) => Promise<TermsInForce>;
  readonly createCharge: (input: {
    readonly accountId: string;
    readonly value: number;
    readonly expiresIn?: number | undefined;
    readonly externalId?: string | undefined;
    readonly description?: string | undefined;
    readonly metadata?: Charge['metadata'] | undefined;
    readonly idempotency?: Idempotency | undefined;
    readonly requester: Requester;
  }) => Promise<{ charge: Charge; replayed: boolean }>;
  /** Waits up to `waitSeconds` for the charge to leave PENDING. */
  readonly getCharge: (
    input: OwnCharge & { readonly waitSeconds?: number },
  ) => Promise<{ charge: Charge; statusSource: 'provider' | 'stored' }>;
  readonly listCharges: (
    input: Window &
      Paging & {
        readonly accountId: string;
        readonly status?: ChargeStatus | undefined;
        readonly externalId?: string | undefined;
        readonly q?: string | undefined;
      },
  ) => Promise<Page<Charge>>;
  readonly cancelCharge: (input: OwnCharge & Requested) => Promise<Charge>;
  /** Newest first, with what the bank returned by itself. */
  readonly listRefunds: (input: RefundsWanted & Paging) => Promise<Page<Refund>>;
  readonly getRefund: (accountId: string, refundId: string) => Promise<Refund>;
  /** Without a value, all that is left is refunded. */
  readonly refundCharge: (
    input: OwnCharge & {
      readonly value?: number | undefined;
      readonly reason?: string | undefined;
      readonly idempotency: Idempotency;
    } & Requested,
  ) => Promise<{ refund: Refund; replayed: boolean }>;
  readonly getChargeTimeline: (
    input: OwnCharge,
  ) => Promise<{ chargeId: string; entries: readonly TimelineEntry[] }>;
  readonly getPaymentLink: (paymentLinkId: string) => Promise<PaymentLink>;
  /** Of at most 500 links; those that are unknown are left out. */
  readonly getLinkStatuses: ReadStatuses;
  readonly notifyPayments: (payments: readonly NotifiedPayment[]) => Promise<void>;
};

type ChargeOf = { readonly accountId: string; readonly chargeId: string };

export type LedgerPorts = {
  /** Now, or right before a time in the past. */
  readonly getBalance: (
    accountId: string,
    at: string | undefined,
  ) => Promise<{ available: number; held: number; suspense: number; owed: number }>;
  readonly listEntries: (
    input: Window & Paging & { readonly accountId: string },
  ) => Promise<Page<StatementEntry> & StatementBounds>;
  /** Payments of the account that completed no charge, oldest first, decided ones too. */
  readonly listSuspended: (
    input: Paging & { readonly accountId: string },
  ) => Promise<Page<SuspendedPayment>>;
  readonly getLedgerTimeline: (input: ChargeOf) => Promise<readonly TimelineEntry[]>;
  /** A receipt of a credit, which can be verified offline. */
  readonly getReceipt: (input: ChargeOf) => Promise<Record<string, unknown>>;
  readonly listReceiptKeys: () => Promise<
    readonly { readonly keyId: string; readonly x: string }[]
  >;
};

type OwnEndpoint = { readonly accountId: string; readonly endpointId: string };
type OwnDelivery = { readonly accountId: string; readonly deliveryId: string };

export type WebhookPorts = {
  readonly createEndpoint: (
    input: NewEndpoint & { readonly accountId: string },
  ) => Promise<{ endpoint: Endpoint; secret: string }>;
  readonly listEndpoints: (accountId: string) => Promise<readonly Endpoint[]>;
  readonly getEndpoint: (input: OwnEndpoint) => Promise<Endpoint>;
  readonly updateEndpoint: (input: OwnEndpoint & EndpointChanges) => Promise<Endpoint>;
  readonly deleteEndpoint: (input: OwnEndpoint) => Promise<void>;
  readonly rotateEndpointSecret: (input: OwnEndpoint) => Promise<string>;
  readonly sendTestEvent: (
    input: OwnEndpoint & { readonly event?: string | undefined },
  ) => Promise<Delivery>;
  readonly getEndpointMetrics: (input: OwnEndpoint & Window) => Promise<EndpointMetrics>;
  readonly listDeliveries: (
    input: Window & Paging & DeliveryFilter & { readonly accountId: string },
  ) => Promise<Page<Delivery>>;
  readonly getDelivery: (input: OwnDelivery) => Promise<Delivery>;
  readonly redeliver: (input: OwnDelivery) => Promise<void>;
  readonly replayWindow: (input: OwnEndpoint & Replay) => Promise<number>;
  /** The webhook bodies, byte for byte; the cursor is unchanged when there is nothing new. */
  readonly listEvents: (input: {
    readonly accountId: string;
    readonly after?: string | undefined;
    readonly limit: number;
  }) => Promise<{ events: readonly string[]; nextCursor: string }>;
  readonly acknowledgeEvents: (input: { accountId: string; cursor: string }) => Promise<void>;
  readonly getDeliveryTimeline: (input: ChargeOf) => Promise<readonly TimelineEntry[]>;
};

/** A new session; its token is sent once, in a cookie. */
export type OpenedSession = { readonly account: Account; readonly token: string };
/** The codes are shown only once. */
type RecoveryCodes = readonly string[];
type NewKey = { readonly apiKey: ApiKey; readonly key: string };

export type AccountPorts = {
  readonly createAccount: (input: SignUp) => Promise<OpenedSession>;
  readonly logIn: (input: LogIn) => Promise<OpenedSession>;
  readonly changePassword: (input: PasswordChange) => Promise<void>;
  readonly updateAccount: (input: AccountChanges) => Promise<Account>;
  /** What payers see. */
  readonly getShopName: (accountId: string) => Promise<string>;
  /** Returns the time of the proof. */
  readonly proveSession: (input: Proof) => Promise<string>;
  /** The same for every address, whether it has an account or not. */
  readonly requestPasswordReset: (email: string, origin: Origin) => Promise<void>;
  readonly confirmPasswordReset: (input: ResetConfirmation) => Promise<void>;
  /** Returns the address. */
  readonly confirmEmail: (token: string) => Promise<string>;
  readonly resendConfirmation: (accountId: string) => Promise<void>;
  readonly beginTwoFactor: (accountId: string) => Promise<{ secret: string; otpauthUrl: string }>;
  readonly confirmTwoFactor: (input: GivenCode & { sessionId: string }) => Promise<RecoveryCodes>;
  readonly disableTwoFactor: (input: GivenCode) => Promise<void>;
  readonly replaceRecoveryCodes: (input: GivenCode) => Promise<RecoveryCodes>;
  /** Returns how many were ended. */
  readonly revokeOtherSessions: (input: OwnSession) => Promise<number>;
  readonly listAudit: (
    input: Window & Paging & { readonly accountId: string; readonly action?: string | undefined },
  ) => Promise<Page<AuditEntry>>;
  readonly listSessions: (accountId: string) => Promise<readonly Session[]>;
  readonly revokeSession: (input: OwnSession) => Promise<void>;
  readonly createKey: (input: KeyRights & Requested) => Promise<NewKey>;
  readonly listKeys: (accountId: string) => Promise<readonly ApiKey[]>;
  readonly renameKey: (input: OwnKey & Requested & { readonly name: string }) => Promise<ApiKey>;
  readonly revokeKey: (input: OwnKey & Requested) => Promise<void>;
  readonly rotateKey: (input: OwnKey & Requested & { overlapSeconds: number }) => Promise<NewKey>;
  readonly recordAudit: (line: AuditLine) => Promise<void>;
  /** Logs a line that could not be recorded. */
  readonly auditFailed: (line: AuditLine, error: unknown) => void;
};

/** One line of the audit log; it must not contain a secret. */
type AuditLine = {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly accountId: string;
  readonly detail: Readonly<Record<string, unknown>>;
};

export type SignedIn = { readonly account: Account; readonly sessionId: string };

/** What the deployment asks of sessions. */
type SessionRules = {
  /** How long the password counts as just given. */
  readonly proofMaxAgeMs: number;
  readonly twoFactorRequired: boolean;
};

type CredentialPorts = {
  /** Null: the key is invalid. Fails with UNAVAILABLE when that cannot be determined. */
  readonly verifyKey: (key: string) => Promise<KeyCaller | null>;
  /** The cached decision; undefined: none. */
  readonly cachedKey: (key: string) => KeyCaller | null | undefined;
  /** Whether the key was valid recently; it may be invalid by now. */
  readonly wasValidKey: (key: string) => boolean;
  readonly verifySession: (token: string) => Promise<SignedIn | null>;
  readonly wasValidSession: (token: string) => boolean;
  /** As auth knows it now, whatever is cached. */
  readonly refreshSession: (token: string) => Promise<SignedIn | null>;
  readonly sessionRules: SessionRules;
  readonly noteKeyUse: (keyId: string, sentInQuery: boolean) => void;
};

export type Ports = ChargePorts &
  LedgerPorts &
  WebhookPorts &
  AccountPorts &
  CredentialPorts &
  CountedHours &
  LimitPorts &
  LivePorts &
  DeploymentPorts & {
    readonly now: () => number;
    readonly drawQr: (text: string, format: 'png' | 'svg') => Promise<Buffer>;
    /** Ends early, without an error, when the signal is aborted. */
    readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  };
