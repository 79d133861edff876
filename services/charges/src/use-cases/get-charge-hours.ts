import { fieldError } from '@entrada/platform/errors/app-error';
import { DAY_MS } from '@entrada/platform/time/units';
import type { HourSpan, HourTotals } from '../ports/hours.ts';
import type { Ports } from '../ports.ts';

const DAYS_MAX = 100;

/** What an account charged per UTC hour, exact at the time of the call. */
export function getChargeHours({ hours }: Pick<Ports, 'hours'>) {
  return async (span: HourSpan): Promise<readonly HourTotals[]> => {
    const lengthMs = span.to.getTime() - span.from.getTime();
    if (lengthMs < 0) throw fieldError('from', 'must not be after to');
    if (lengthMs > DAYS_MAX * DAY_MS) {
      throw fieldError('from', `must be at most ${DAYS_MAX} days before to`);
    }
    return hours.totals(span);
  };
}
