import type { Response } from 'express';

/** A browser that is still open reconnects; its credentials are then checked again. */
const STREAM_MAX_MS = 600_000;
const HEARTBEAT_EVERY_MS = 15_000;
/** An event, not a comment: a page cannot see comments, and would not notice a dead stream. */
const HEARTBEAT = 'event: heartbeat\ndata: {}\n\n';
const RECONNECT_AFTER_MS = 2_000;

export type OpenStream = ReturnType<typeof eventStreams>;

/** Server-sent events. One timer serves all streams: an open page costs a socket and a few bytes. */
export function eventStreams(stopping: AbortSignal) {
  const open = new Map<Response, number>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [response, endsAtMs] of open) {
      if (now > endsAtMs) response.end();
      else write(response, HEARTBEAT);
    }
  }, HEARTBEAT_EVERY_MS).unref();
  stopping.addEventListener('abort', () => {
    clearInterval(timer);
    for (const response of open.keys()) response.end();
  });

  return (response: Response) => {
    response.once('close', () => open.delete(response));
    response
      .status(200)
      .set({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
      .flushHeaders();
    open.set(response, performance.now() + STREAM_MAX_MS);
    response.write(`retry: ${RECONNECT_AFTER_MS}\n\n`);
    const end = () => void response.end();
    if (stopping.aborted) end();
    return {
      end,
      send: (event: string, data: object) =>
        write(response, `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    };
  };
}

/** A response that has ended is still `writable`, and a write to it would end the process. */
function write(response: Response, text: string): void {
  if (!response.writableEnded) response.write(text);
}
