import { circuitOpenError, PixError, problemOf } from './pix-error.ts';

const OUTAGES_IN_A_ROW = 5;
/** The first probe is early, so that a recovered bank is used again within seconds. */
const OPEN_FIRST_MS = 1_000;
const OPEN_MAX_MS = 4_000;
/** A timeout of a caller with hardly any time left says nothing about the bank. */
const FAIR_WAIT_MS = 1_000;

export type CircuitState = 'closed' | 'open' | 'half-open';
export type Circuit = <Result>(
  work: () => Promise<Result>,
  options?: { readonly isTrial?: boolean },
) => Promise<Result>;

type Options = {
  readonly now: () => number;
  /** Timeout of a call: a call that waited for half of it counts, however short it is. */
  readonly timeoutMs: number;
  readonly onState: (state: CircuitState) => void;
};

/**
 * Circuit breaker: after several failures in a row calls fail at once, until a single probe gets a
 * response. Any response closes the circuit, a rejection too. A trial is always sent, and its failure does
 * not count.
 */
export function openCircuit({ now, timeoutMs, onState }: Options): Circuit {
  let state: CircuitState = 'closed';
  let outages = 0;
  let openMs = OPEN_FIRST_MS;
  let probeAtMs = 0;

  const enter = (next: CircuitState): void => {
    if (state === next) return;
    state = next;
    onState(next);
  };
  const close = (): void => {
    outages = 0;
    openMs = OPEN_FIRST_MS;
    enter('closed');
  };
  const open = (): void => {
    probeAtMs = now() + openMs;
    openMs = Math.min(OPEN_MAX_MS, openMs * 2);
    enter('open');
  };

  const settle = (verdict: Verdict, isProbe: boolean): void => {
    if (verdict === 'outage') outages += 1;
    if (verdict === 'answered') close();
    else if (isProbe || (state === 'closed' && outages >= OUTAGES_IN_A_ROW)) open();
  };

  return async (work, { isTrial = false } = {}) => {
    if (isTrial) {
      const result = await work();
      close();
      return result;
    }
    if (state === 'half-open' || (state === 'open' && now() < probeAtMs)) throw circuitOpenError();
    const isProbe = state === 'open';
    if (isProbe) enter('half-open');
    const startedAtMs = now();
    try {
      const result = await work();
      settle('answered', isProbe);
      return result;
    } catch (error) {
      // Half, because a timer may fire before the clock says so and a token takes its share.
      const waitedFairly = now() - startedAtMs >= Math.min(FAIR_WAIT_MS, timeoutMs / 2);
      settle(judge(error, waitedFairly), isProbe);
      throw error;
    }
  };
}

type Verdict = 'answered' | 'outage' | 'unclear';

function judge(error: unknown, waitedFairly: boolean): Verdict {
  if (!(error instanceof PixError)) return 'unclear';
  if (error.kind === 'timeout') return waitedFairly ? 'outage' : 'unclear';
  const status = problemOf(error)?.status;
  const isOutage = error.kind === 'unavailable' && (status === undefined || status >= 500);
  return isOutage ? 'outage' : 'answered';
}
