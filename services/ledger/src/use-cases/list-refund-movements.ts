import type { MovementQuery } from '../domain/recovery.ts';
import type { Place } from '../domain/statement.ts';
import type { Ports } from '../ports.ts';

/** Oldest first; `next` is null at the end. */
export function listRefundMovements({ refundMovements }: Pick<Ports, 'refundMovements'>) {
  return async (query: MovementQuery) => {
    const movements = await refundMovements(query);
    const last = movements.length === query.limit ? movements.at(-1) : undefined;
    const next: Place | null = last ? { at: last.at, id: last.transactionId } : null;
    return { movements, next };
  };
}
