export type Account = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly createdAt: string;
};

/** Where a person's request came from. */
export type Origin = { readonly ip: string; readonly userAgent: string };

export type Session = Origin & {
  readonly id: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastSeenAt: string | null;
};

/** A key as its owner sees it; its value is not part of it. */
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
  /** When the key last came in the query of an address, where logs along the way may keep it. */
  readonly queryUseAt: string | null;
};
