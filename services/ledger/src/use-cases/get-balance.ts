import type { Balance, Ports } from '../ports.ts';

export function getBalance({ balanceOf }: Pick<Ports, 'balanceOf'>) {
  return (accountId: string): Promise<Balance> => balanceOf(accountId);
}
