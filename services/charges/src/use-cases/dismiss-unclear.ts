import { AppError } from '@entrada/platform/errors/app-error';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'unclear' | 'recordAudit' | 'now'>;

type Input = { readonly id: string; readonly operator: string; readonly reason: string };

/**
 * Ends the retries of an entry that names no payment, or of a window, by decision of an operator; it is
 * in the audit log first, and false says that there is none. A payment with an endToEndId is money that must be booked: it cannot be dismissed.
 */
export function dismissUnclear({ unclear, recordAudit, now }: Needs) {
  return async ({ id, operator, reason }: Input): Promise<boolean> => {
    const entry = await unclear.find(id);
    if (!entry) throw notUnclear(id);
    if (entry.endToEndId !== null) {
      throw new AppError(
        'CONFLICT',
        `Payment ${id} has an endToEndId and is retried until it is confirmed; it cannot be dismissed`,
      );
    }
    const isAudited = await recordAudit({
      actor: `operator:${operator}`,
      action: 'unclear.dismiss',
      subject: `unclear:${id}`,
      accountId: '',
      detail: { reason, problem: entry.problem },
    });
    if (!(await unclear.dismiss(id, now()))) throw notUnclear(id);
    return isAudited;
  };
}

function notUnclear(id: string): AppError {
  return new AppError('NOT_FOUND', `Nothing unclear has the id ${id}`);
}
