import { AppError } from '@entrada/platform/errors/app-error';
import type { Charge } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';
import { checkAtBank } from './check-at-bank.ts';

type Needs = Pick<
  Ports,
  'charges' | 'bank' | 'payments' | 'ledger' | 'transact' | 'now' | 'metrics' | 'waiting'
>;

/**
 * Checks a charge for a query. Queries for one charge at the same time share one
 * call to the bank; each waits only as long as its own caller does. All together keep to a budget.
 */
export function checkForQuery(needs: Needs) {
  const { metrics, waiting } = needs;
  const check = checkAtBank(needs);
  const underWay = new Map<string, Promise<Charge>>();

  const begin = (charge: Charge): Promise<Charge> => {
    if (!waiting.mayAskBank()) {
      metrics.checkSkipped();
      throw new AppError('TOO_MANY_REQUESTS', 'The budget of bank calls for queries is spent');
    }
    const checking = check(charge, 'query').finally(() => underWay.delete(charge.id));
    underWay.set(charge.id, checking);
    return checking;
  };

  return async (charge: Charge): Promise<Charge> => {
    const shared = underWay.get(charge.id);
    if (shared !== undefined) metrics.checkShared();
    return waiting.withinDeadline(shared ?? begin(charge));
  };
}
