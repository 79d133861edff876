import type { Balance, Ports } from '../ports.ts';

export function getBalance({ balanceOf }: Pick<Ports, 'balanceOf'>) {
  /** Null asks for the balance of now. */
  return (accountId: string, before: Date | null): Promise<Balance> => balanceOf(accountId, before);
}
