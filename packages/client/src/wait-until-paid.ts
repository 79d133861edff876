import type { CallOptions } from './call-options.ts';
import type { Client, Reply } from './client.ts';
import { EntradaError } from './entrada-error.ts';
import { keepPace, POLL_SECONDS, pollTimeoutMs, readThroughOutage } from './long-poll.ts';

const ONE = 'GET /api/deposit/{paymentLinkId}';
const WAIT_MAX_MS = 3_600_000;
const ENDED: ReadonlySet<string> = new Set(['EXPIRED', 'CANCELED']);

export type WaitOptions = Pick<CallOptions, 'signal'> & {
  /** How long to wait in all; default one hour. Then the error is `client_timeout`. */
  readonly waitMs?: number | undefined;
};

/** Asks with long polls, so that a payment is known at once. An outage of the API is waited through. */
export async function waitUntilPaid(
  request: Client['request'],
  paymentLinkId: string,
  { signal, waitMs = WAIT_MAX_MS }: WaitOptions,
): Promise<Reply<typeof ONE>['charge']> {
  const end = AbortSignal.timeout(waitMs);
  const either = signal ? AbortSignal.any([signal, end]) : end;
  const options = {
    path: { paymentLinkId },
    query: { wait: POLL_SECONDS },
    timeoutMs: pollTimeoutMs(POLL_SECONDS),
    signal: either,
  };
  try {
    for (;;) {
      const begunAt = performance.now();
      const { charge } = await readThroughOutage(() => request(ONE, options), either);
      if (charge.status === 'COMPLETED') return charge;
      if (ENDED.has(charge.status)) throw notPaid(charge.status);
      await keepPace(begunAt, either);
    }
  } catch (error) {
    if (!end.aborted || signal?.aborted || error instanceof EntradaError) throw error;
    const problem = `The deposit was not paid within ${waitMs} ms`;
    throw new EntradaError(problem, { code: 'client_timeout', cause: error });
  }
}

function notPaid(status: string): EntradaError {
  return new EntradaError(`The deposit was not paid: it is ${status}`, {
    code: 'deposit_not_paid',
  });
}
