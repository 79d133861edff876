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
