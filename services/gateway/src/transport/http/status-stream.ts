import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@entrada/platform/errors/app-error';
import { withNewDeadline } from '@entrada/platform/grpc/deadline';
import type { Response } from 'express';
import type { ChargeStatus } from '../../domain/charge.ts';

const LOOK_EVERY_MS = 1_500;
const LOOK_TIMEOUT_MS = 3_000;
/** A browser that still wants to know connects again. */
const STREAM_MAX_MS = 600_000;
const STREAMS_MAX = 2_000;
const LOOKS_PER_HEARTBEAT = 10;

type Options = { readonly stopping: AbortSignal };

/** Tells a payer's page of each new status, until it is final or somebody hangs up. */
export function statusStreams({ stopping }: Options) {
  let open = 0;

  async function stream(
    response: Response,
    first: ChargeStatus,
    look: () => Promise<ChargeStatus>,
  ): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const signal = AbortSignal.any([stopping, gone.signal, AbortSignal.timeout(STREAM_MAX_MS)]);
    response
      .status(200)
      .set({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
      .flushHeaders();
    let status = first;
    tell(response, status);
    for (let looks = 1; status === 'PENDING'; looks += 1) {
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) break;
      // A service that is away for a moment is no news for a payer.
      const seen = await withNewDeadline(Date.now() + LOOK_TIMEOUT_MS, look).catch(() => status);
      if (seen !== status) tell(response, seen);
      else if (looks % LOOKS_PER_HEARTBEAT === 0) response.write(':\n\n');
      status = seen;
    }
    response.end();
  }

  return async (response: Response, first: ChargeStatus, look: () => Promise<ChargeStatus>) => {
    if (open >= STREAMS_MAX) {
      throw new AppError('UNAVAILABLE', 'Server is overloaded', { reason: 'overloaded' });
    }
    open += 1;
    try {
      await stream(response, first, look);
    } finally {
      open -= 1;
    }
  };
}

function tell(response: Response, status: ChargeStatus): void {
  response.write(`event: status\ndata: ${JSON.stringify({ status })}\n\n`);
}
