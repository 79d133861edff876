import { AppError } from '@entrada/platform/errors/app-error';

/** Whose key or session it was, and what it may do. */
export type Caller = {
  readonly accountId: string;
  /** Null: the account holder in the dashboard, who may do everything. */
  readonly keyId: string | null;
  readonly scopes: readonly string[] | 'all';
  /** Requests a second; 0: the deployment's own limit. */
  readonly rateLimitPerSecond: number;
};

/** A key's caller, and what must be looked at again on every use. */
export type KeyHolder = Caller & {
  readonly keyId: string;
  readonly expiresAtMs: number;
  readonly allowsIp: (ip: () => string) => boolean;
};

export function requireScope({ scopes }: Caller, scope: string): void {
  if (scopes === 'all' || scopes.includes(scope)) return;
  throw new AppError('PERMISSION_DENIED', `API key lacks the scope ${scope}`, {
    reason: 'insufficient_scope',
  });
}
