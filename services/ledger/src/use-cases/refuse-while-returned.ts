import { AppError } from '@entrada/platform/errors/app-error';
import { returnOf, type SuspenseItem } from '../domain/suspense.ts';
import type { Ports } from '../ports.ts';
import { livesOn } from './pursue-return.ts';

/** So often the bank may refuse to return a payment; then it is not asked again. */
export const REFUSALS_MAX = 10;

type Needs = Pick<Ports, 'standingOfReturn' | 'tell' | 'idOf'>;

/**
 * A bank may make a return after all that it refused before. So nothing is decided about money
 * while one of its earlier returns is alive at the bank, or while nobody can tell.
 */
export function refuseWhileReturned({ standingOfReturn, tell, idOf }: Needs) {
  return async (item: SuspenseItem): Promise<void> => {
    if (item.refusals === 0) return;
    if (!standingOfReturn) throw nobodyCanTell();
    const earlier = Array.from({ length: item.refusals }, (_, nth) => returnOf(item, nth, idOf));
    for (const status of await Promise.all(earlier.map(standingOfReturn))) {
      if (status === 'FAILED' || status === 'UNKNOWN') continue;
      tell(livesOn(item, { status }));
      throw isReturned();
    }
  };
}

function nobodyCanTell(): AppError {
  return new AppError('UNAVAILABLE', 'Nobody can tell of its returns: CHARGES_ADDRESS is not set');
}

function isReturned(): AppError {
  const reason = 'return_under_way';
  return new AppError('CONFLICT', 'The bank makes a return that it had refused', { reason });
}
