import { BankError } from '../domain/bank-error.ts';
import type { Refund } from '../domain/refund.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'refunds'>;

export function getRefund({ refunds }: Needs) {
  return async (endToEndId: string, id: string): Promise<Refund> => {
    const refund = await refunds.find(endToEndId, id);
    if (refund !== null) return refund;
    throw new BankError('PixDevolucaoNaoEncontrada', 'There is no refund of this id.');
  };
}
