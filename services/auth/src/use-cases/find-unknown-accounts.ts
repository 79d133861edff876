import type { Ports } from '../ports.ts';

/** Accounts that other services know and that this one does not, as after a restore. */
export function findUnknownAccounts({ accounts }: Pick<Ports, 'accounts'>) {
  return (ids: readonly string[]): Promise<string[]> => accounts.unknownAmong(ids);
}
