import { fieldError } from '@entrada/platform/errors/app-error';

const SCOPES = [
  'deposits:read',
  'deposits:write',
  'refunds:write',
  'webhooks:read',
  'webhooks:write',
  'balance:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** None asked for means all. */
export function parseScopes(asked: readonly string[]): readonly Scope[] {
  if (asked.length === 0) return SCOPES;
  const unknown = asked.find((scope) => !SCOPES.some((known) => known === scope));
  if (unknown !== undefined) {
    throw fieldError('scopes', `must be among ${SCOPES.join(', ')}`, { problem: 'not_a_choice' });
  }
  return [...new Set(asked)] as Scope[];
}
