import { AppError } from '@entrada/platform/errors/app-error';

/** Whose key it was, and what the key may do. */
export type Caller = {
  readonly accountId: string;
  readonly keyId: string;
  readonly scopes: readonly string[];
};

export function requireScope({ scopes }: Caller, scope: string): void {
  if (scopes.includes(scope)) return;
  throw new AppError('PERMISSION_DENIED', `API key lacks the scope ${scope}`, {
    reason: 'insufficient_scope',
  });
}
