import { AppError } from '@entrada/platform/errors/app-error';
import { type Charge, ChargeStatus, mayBePaidLate } from '../domain/charge.ts';
import type { Ports, Watch } from '../ports.ts';
import { checkAtBank } from './confirm-payment.ts';

/** How often the bank is asked while a client waits; a payment that another process records ends the wait. */
const LOOK_EVERY_MS = 2_000;

type ChargeReply = { readonly charge: Charge; readonly statusSource: 'provider' | 'stored' };
type Input = { accountId: string; paymentLinkId: string; waitSeconds: number };

/** A read never fails because a bank does: then it gives what is stored, and says so. */
export function getCharge(needs: Ports) {
  const { charges, waiting } = needs;
  const checkShared = checkForQuery(needs);

  const lookOnce = async (charge: Charge): Promise<ChargeReply> => {
    // Of a closed charge we have what the bank said last; a sweep, callback or recheck may still find it paid.
    if (!isOpen(charge, needs.now())) return { charge, statusSource: 'provider' };
    try {
      return { charge: await checkShared(charge), statusSource: 'provider' };
    } catch (error) {
      if (error instanceof AppError) return { charge, statusSource: 'stored' };
      throw error;
    }
  };

  const waitFor = async (read: () => Promise<Charge>, watch: Watch): Promise<ChargeReply> => {
    for (;;) {
      const stored = await read();
      // A slow bank does not delay the reply when another process has recorded the payment.
      const looked = await watch.unlessMoved(lookOnce(stored));
      const found = looked ?? ({ charge: stored, statusSource: 'stored' } as const);
      if (found.charge.status !== ChargeStatus.Pending || watch.isOver()) return found;
      await watch.pause(LOOK_EVERY_MS);
    }
  };

  return async ({ accountId, paymentLinkId, waitSeconds }: Input): Promise<ChargeReply> => {
    const read = () => ownCharge(charges, accountId, paymentLinkId);
    const charge = await read();
    if (waitSeconds === 0) return lookOnce(charge);
    // Opened before the next read, so that no move is missed between reading and waiting.
    using watch = waiting.watch(paymentLinkId, waitSeconds * 1000);
    // Awaited here, because the watch ends with this function.
    return await waitFor(read, watch);
  };
}

/** A payment counts even after expiry, so a charge that expired recently is checked like a pending one. */
function isOpen(charge: Charge, now: Date): boolean {
  if (charge.status === ChargeStatus.Expired) return mayBePaidLate(charge, now);
  return charge.status === ChargeStatus.Pending;
}

export async function ownCharge(
  charges: Pick<Ports['charges'], 'findOwn'>,
  accountId: string,
  paymentLinkId: string,
): Promise<Charge> {
  const charge = await charges.findOwn(accountId, paymentLinkId);
  if (!charge) throw chargeNotFound();
  return charge;
}

export function chargeNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Charge not found', { reason: 'charge_not_found' });
}

/**
 * Checks a charge for a query. Queries for one charge at the same time share one
 * call to the bank; each waits only as long as its own caller does. All together keep to a budget.
 */
function checkForQuery(needs: Ports) {
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
