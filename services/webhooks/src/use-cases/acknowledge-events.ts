import { feedTooShort } from '../domain/delivery.ts';
import type { Ports } from '../ports.ts';

export function acknowledgeEvents({ feed }: Pick<Ports, 'feed'>) {
  return async (accountId: string, position: number): Promise<void> => {
    if (!(await feed.acknowledge(accountId, position))) throw feedTooShort('cursor');
  };
}
