export type Account = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** What payers see; null: its name. */
  readonly displayName: string | null;
  readonly createdAt: string;
  readonly emailConfirmedAt: string | null;
  /** False where the deployment has no mail server. */
  readonly receivesMail: boolean;
  /** Whether log-in asks for a code. */
  readonly twoFactor: boolean;
  /** Null without two-factor. */
  readonly recoveryCodesLeft: number | null;
  /** Null: none chosen. */
  readonly language: string | null;
  /** Null: not frozen. */
  readonly frozenAt: string | null;
  /** When the password was last given in this session. */
  readonly proofAt: string;
};

/** One line of the account's audit log. */
export type AuditEntry = {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly actor: string;
  readonly subject: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly ip: string | null;
};

/** The client of a dashboard request. */
export type Origin = { readonly ip: string; readonly userAgent: string };

export type Session = Origin & {
  readonly id: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastSeenAt: string | null;
};

/** A key as its owner sees it, without its value. */
export type ApiKey = {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly allowedIps: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  /** When the key was last sent in a query string, which proxies may log. */
  readonly queryUseAt: string | null;
};

/** Fee plan and limits that hold for new deposits of an account. */
export type Terms = {
  /** 0: the deployment's own. */
  readonly version: number;
  /** Null for the deployment's own, which have no beginning. */
  readonly from: string | null;
  readonly fee: {
    readonly basisPoints: number;
    readonly fixed: number;
    readonly min: number;
    readonly max: number;
    readonly mode: string;
  };
  readonly limits: { readonly min: number; readonly max: number };
};

/** What holds now, and the version that is scheduled next. */
export type TermsInForce = {
  readonly current: Terms;
  readonly next: Terms | null;
  /** Seconds, for a deposit that names none. */
  readonly defaultExpiresIn: number;
};
