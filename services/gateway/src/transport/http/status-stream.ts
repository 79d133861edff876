import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@entrada/platform/errors/app-error';
import { withNewDeadline } from '@entrada/platform/grpc/deadline';
import type { Response } from 'express';
import type { ChargeStatus } from '../../domain/charge.ts';

const POLL_EVERY_MS = 1_500;
const POLL_TIMEOUT_MS = 3_000;
/** A browser that is still open reconnects. */
const STREAM_MAX_MS = 600_000;
const STREAMS_MAX = 2_000;
const POLLS_PER_HEARTBEAT = 10;

type Options = { readonly stopping: AbortSignal };

/** Sends each new status to a payer's page, until it is final or the connection ends. */
export function statusStreams({ stopping }: Options) {
  let open = 0;

  async function stream(
    response: Response,
    first: ChargeStatus,
    getStatus: () => Promise<ChargeStatus>,
  ): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const signal = AbortSignal.any([stopping, gone.signal, AbortSignal.timeout(STREAM_MAX_MS)]);
    response
      .status(200)
      .set({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
      .flushHeaders();
    let status = first;
    sendStatus(response, status);
    for (let polls = 1; status === 'PENDING'; polls += 1) {
      await delay(POLL_EVERY_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) break;
      // A short outage is not shown to the payer.
      const seen = await withNewDeadline(Date.now() + POLL_TIMEOUT_MS, getStatus).catch(
        () => status,
      );
      if (seen !== status) sendStatus(response, seen);
      else if (polls % POLLS_PER_HEARTBEAT === 0) response.write(':\n\n');
      status = seen;
    }
    response.end();
  }

  return async (
    response: Response,
    first: ChargeStatus,
    getStatus: () => Promise<ChargeStatus>,
  ) => {
    if (open >= STREAMS_MAX) {
      throw new AppError('UNAVAILABLE', 'Server is overloaded', { reason: 'overloaded' });
    }
    open += 1;
    try {
      await stream(response, first, getStatus);
    } finally {
      open -= 1;
    }
  };
}

function sendStatus(response: Response, status: ChargeStatus): void {
  response.write(`event: status\ndata: ${JSON.stringify({ status })}\n\n`);
}
