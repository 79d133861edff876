import type { PaymentAtBank } from '../domain/audit-returns.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'sources' | 'pause'>;

/** What charges finds at the bank is on the books within seconds. */
const LOOK_EVERY_MS = 500;
const LOOKS_MAX = 30;

/** Has charges take in what the bank lists and the books lack, and waits for a while until it is booked. */
export function recheckMissing({ sources, pause }: Needs) {
  return async (
    missing: readonly PaymentAtBank[],
    isBooked: () => Promise<boolean>,
  ): Promise<void> => {
    if (missing.length === 0 || !sources.recheck) return;
    await sources.recheck(missing);
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      if (await isBooked()) return;
      await pause(LOOK_EVERY_MS);
    }
  };
}
