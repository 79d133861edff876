import { fieldError } from '@entrada/platform/errors/app-error';
import { DAY_MS } from '@entrada/platform/time/units';
import type { HolderHour } from '../domain/holder-hour.ts';
import type { Ports, Window } from '../ports.ts';

/** The longest overview, and a day for its time zone. */
const DAYS_MAX = 94;

/** Hours of an account that begin in the window, oldest first; see `hoursOf` for the starts. */
export function getHours({ hoursOf }: Pick<Ports, 'hoursOf'>) {
  return async (
    accountId: string,
    window: Window,
    starts: readonly Date[] = [],
  ): Promise<readonly HolderHour[]> => {
    const lengthMs = window.to.getTime() - window.from.getTime();
    if (lengthMs <= 0) throw fieldError('to', 'must be later than from');
    if (lengthMs > DAYS_MAX * DAY_MS) {
      throw fieldError('to', `must be at most ${DAYS_MAX} days after from`);
    }
    return hoursOf(accountId, window, starts);
  };
}
