import { AppError } from '@entrada/platform/errors/app-error';
import { DENIED_MIN_MS, type UnclearPayment } from '../domain/unclear.ts';
import type { Ports } from '../ports.ts';

type Input = { readonly id: string; readonly operator: string; readonly reason: string };

/**
 * Ends the retries of an entry by decision of an operator; it is in the audit log first, and false says that there is
 * none. A payment with an endToEndId is money that must be booked, unless the bank denies it now and had hours to find it.
 */
export function dismissUnclear({ unclear, windows, bank, recordAudit, now }: Ports) {
  const requireDenied = async (endToEndId: string, { id, firstSeenAt }: UnclearPayment) => {
    const dismissibleAt = new Date(firstSeenAt.getTime() + DENIED_MIN_MS);
    const isDenied = now() >= dismissibleAt && (await bank.payment(endToEndId)) === null;
    if (isDenied) return;
    throw new AppError(
      'CONFLICT',
      `Payment ${id} has an endToEndId and is retried until it is confirmed; it cannot be dismissed ` +
        `unless the bank denies it after ${dismissibleAt.toISOString()}`,
    );
  };

  return async ({ id, operator, reason }: Input): Promise<boolean> => {
    const entry = (await windows.findUnread(id)) ?? (await unclear.find(id));
    if (!entry) throw notUnclear(id);
    if (entry.endToEndId !== null) {
      await requireDenied(entry.endToEndId, entry);
    }
    const isAudited = await recordAudit({
      actor: `operator:${operator}`,
      action: 'unclear.dismiss',
      subject: `unclear:${id}`,
      accountId: '',
      detail: { reason, problem: entry.problem },
    });
    const isDismissed = entry.window ? await windows.dismiss(id) : await unclear.dismiss(id, now());
    if (!isDismissed) throw notUnclear(id);
    return isAudited;
  };
}

function notUnclear(id: string): AppError {
  return new AppError('NOT_FOUND', `Nothing unclear has the id ${id}`);
}

/** Payments that could not be confirmed and windows that could not be read, longest unclear first. */
export function listUnclear({ unclear, windows }: Ports) {
  return async (limit: number) => {
    const { payments, total } = await unclear.list(limit);
    const entries = [...payments, ...(await windows.listUnread(limit))];
    entries.sort((one, other) => one.firstSeenAt.getTime() - other.firstSeenAt.getTime());
    return { payments: entries.slice(0, limit), total: total + (await windows.countUnread()) };
  };
}
