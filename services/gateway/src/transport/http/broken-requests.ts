import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Reason } from '@entrada/platform/errors/app-error';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { API_VERSION } from './request-context.ts';

type Refusal = {
  readonly status: number;
  readonly error: string;
  readonly code: Reason;
};

const MALFORMED: Refusal = { status: 400, error: 'Malformed HTTP request', code: 'bad_request' };
const CONNECT_REFUSED: Refusal = {
  status: 405,
  error: 'Method not allowed',
  code: 'method_not_allowed',
};
const UNSUPPORTED_EXPECTATION: Refusal = {
  status: 417,
  error: 'Expect header is not supported',
  code: 'expectation_failed',
};
const BROKEN: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: 'Request headers are too large',
    code: 'headers_too_large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: 'Request did not arrive in time',
    code: 'request_timeout',
  },
};

/** Requests that Node would drop or answer itself, before any route, get our error envelope. */
export function refuseBrokenRequests(server: Server, { log }: Runtime): void {
  function refuse(socket: Duplex, refusal: Refusal): void {
    const requestId = randomUUID();
    const { status } = refusal;
    log.info({ event: 'request', route: 'broken', status, request_id: requestId }, 'request');
    socket.end(replyTo(refusal, requestId));
  }

  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (socket.writable && error.code !== 'ECONNRESET') {
      refuse(socket, BROKEN[error.code ?? ''] ?? MALFORMED);
    } else {
      socket.destroy();
    }
  });
  server.on('connect', (_request, socket) => {
    // Node hands over the socket, so we must handle its errors.
    socket.on('error', () => socket.destroy());
    refuse(socket, CONNECT_REFUSED);
  });
  server.on('checkExpectation', ({ socket }) => refuse(socket, UNSUPPORTED_EXPECTATION));
}

function replyTo({ status, error, code }: Refusal, requestId: string): string {
  const allow = status === 405 ? 'Allow: GET, POST, PATCH, DELETE\r\n' : '';
  const body = JSON.stringify({ success: false, error, code, requestId });
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
    `Content-Length: ${body.length}\r\nX-Request-Id: ${requestId}\r\nCache-Control: no-store\r\n` +
    `API-Version: ${API_VERSION}\r\nX-Content-Type-Options: nosniff\r\n${allow}` +
    `Connection: close\r\n\r\n${body}`
  );
}
