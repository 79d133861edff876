import type { Dispatcher } from 'undici';
import type { Timings } from '../domain/post-result.ts';
import type { ConnectTimings } from './connector.ts';
import { openResponseReader } from './response.ts';
import { shownHeaders } from './shown-headers.ts';

/** The response was not complete in time. */
export class Late extends Error {
  override readonly name = 'Late';
}

/** The response is longer than we read. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

const INFORMATIONAL_MAX = 199;

/**
 * One request and its response. Reads undici's own events, which follow no redirect and decompress
 * nothing; a stream for each response would cost more than everything else.
 */
export function openExchange(connection: () => ConnectTimings | null) {
  const begun = performance.now();
  const response = openResponseReader();
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  let controller: Dispatcher.DispatchController | null = null;
  let stoppedBy: Error | null = null;
  let firstByteMs: number | null = null;
  let statusCode: number | null = null;
  let retryAfter: string | null = null;
  let responseHeaders: readonly string[] = [];

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      if (stoppedBy) started.abort(stoppedBy);
    },
    onResponseStart(_, code, headers) {
      if (code <= INFORMATIONAL_MAX) return;
      firstByteMs = performance.now() - begun;
      statusCode = code;
      const asked = headers['retry-after'];
      retryAfter = typeof asked === 'string' ? asked : null;
      responseHeaders = shownHeaders(headers);
    },
    onResponseData(receiving, chunk) {
      if (!response.take(chunk)) receiving.abort(new TooLong('the response is too long'));
    },
    onResponseEnd: () => resolve(),
    onResponseError: (_, error) => reject(error),
  };

  return {
    handler,
    /** Resolves with the end of the response; rejects when there is none. */
    ended,
    /** Closes the connection, or cancels the request if it has none yet. */
    stop(reason: Error): void {
      stoppedBy = reason;
      controller?.abort(reason);
      reject(reason);
    },
    soFar: () => ({ statusCode, retryAfter, responseHeaders, responseBody: response.text() }),
    timings(failed: ConnectTimings | null = null): Timings {
      const { dnsMs = null, tcpMs = null, tlsMs = null } = failed ?? connection() ?? {};
      return { dnsMs, tcpMs, tlsMs, firstByteMs, totalMs: performance.now() - begun };
    },
  };
}

export type Exchange = ReturnType<typeof openExchange>;
