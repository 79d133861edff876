import { setAsideWindow, type UnreadWindow } from '../domain/unclear.ts';
import type { Ports } from '../ports.ts';

/** With more unread windows than this the bank counts as unavailable, and the sweep waits for it. */
const WINDOWS_MAX = 100;

/** Keeps a part of the bank's list that cannot be read, to be listed again on a schedule. */
export function setWindowAside({
  unclear,
  now,
  metrics,
}: Pick<Ports, 'unclear' | 'now' | 'metrics'>) {
  return async (window: UnreadWindow, error?: unknown): Promise<void> => {
    if ((await unclear.countWindows()) >= WINDOWS_MAX) {
      throw new Error(`more than ${WINDOWS_MAX} windows of the bank's list cannot be read`);
    }
    const aside = setAsideWindow(window, now());
    metrics.windowSetAside(aside, error);
    await unclear.setAside([aside], now());
  };
}
