import { AppError } from '@entrada/platform/errors/app-error';

/** The account behind a request, and what it may do. */
export type Caller = {
  readonly accountId: string;
  /** Null: the account owner in the dashboard, who may do everything. */
  readonly keyId: string | null;
  readonly scopes: readonly string[] | 'all';
  /** Requests per second; 0: the deployment's default. */
  readonly rateLimitPerSecond: number;
};

/** The caller of a key, and what is checked on every use. */
export type KeyCaller = Caller & {
  readonly keyId: string;
  readonly expiresAtMs: number;
  readonly allowsIp: (ip: () => string) => boolean;
  /** Its account is frozen. */
  readonly isFrozen: boolean;
};

export function accountFrozen(): AppError {
  return new AppError('PERMISSION_DENIED', 'Account is frozen', { reason: 'account_frozen' });
}

export function mayDo({ scopes }: Caller, scope: string): boolean {
  return scopes === 'all' || scopes.includes(scope);
}

export function requireScope(caller: Caller, scope: string): void {
  if (mayDo(caller, scope)) return;
  throw new AppError('PERMISSION_DENIED', `API key lacks the scope ${scope}`, {
    reason: 'insufficient_scope',
  });
}

export const Carrier = { Bearer: 'bearer', Header: 'x-api-key', Query: 'query' } as const;
export type Carrier = (typeof Carrier)[keyof typeof Carrier];

export type Credentials = {
  readonly authorization: string | undefined;
  readonly xApiKey: string | undefined;
  readonly query: string | undefined;
};

export type PresentedKey = { readonly key: string; readonly carrier: Carrier };

const BEARER = /^Bearer +(\S.*)$/i;

/** Only the first carrier that has a key is used; if that key is invalid, the others do not count. */
export function presentedKey(credentials: Credentials): PresentedKey | null {
  const bearer = BEARER.exec(credentials.authorization?.trim() ?? '')?.[1];
  if (bearer) return { key: bearer.trim(), carrier: Carrier.Bearer };
  const header = credentials.xApiKey?.trim();
  if (header) return { key: header, carrier: Carrier.Header };
  const query = credentials.query?.trim();
  if (query) return { key: query, carrier: Carrier.Query };
  return null;
}
