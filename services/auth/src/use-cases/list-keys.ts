import type { ApiKey } from '../domain/api-key.ts';
import type { Ports } from '../ports.ts';

export function listKeys({ apiKeys }: Pick<Ports, 'apiKeys'>) {
  return (accountId: string): Promise<ApiKey[]> => apiKeys.list(accountId);
}
