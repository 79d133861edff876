import { EntradaError } from '@entrada/client/entrada-error';
import type { Account } from '@entrada/client/gen/api';
import { plainApi } from '../api/api.ts';

export type LogInFields = {
  readonly email: string;
  readonly password: string;
  readonly code: string;
};

export async function logIn({ email, password, code }: LogInFields): Promise<Account> {
  const body = { email: email.trim(), password, ...(code ? { code: code.trim() } : {}) };
  return (await plainApi.request('POST /api/session', { body })).account;
}

/** The password was right, and the account asks for a code too. */
export function needsCode(error: unknown): boolean {
  const code: string = error instanceof EntradaError ? error.code : '';
  return code === 'two_factor_required' || code === 'wrong_code';
}
