import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '@entrada/platform/errors/app-error';
import type { RequestHandler } from 'express';
import { API_VERSION } from './request-context.ts';

type Refusal = readonly [status: string, message: string];

const MALFORMED: Refusal = ['400 Bad Request', 'Malformed HTTP request'];
const NO_TUNNEL: Refusal = ['405 Method Not Allowed', 'Method not allowed'];
const NO_MIRACLE: Refusal = ['417 Expectation Failed', 'Expectation cannot be met'];
const BROKEN: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'Request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'Request was not sent in time'],
};

/** What Node would drop or answer in its own way, before any route, gets our kind of answer. */
export function refuseBrokenRequests(server: Server): void {
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (socket.writable && error.code !== 'ECONNRESET') {
      end(socket, BROKEN[error.code ?? ''] ?? MALFORMED);
    } else {
      socket.destroy();
    }
  });
  server.on('connect', (_request, socket) => {
    // Node hands the bare socket over: an error on it is nobody's but ours.
    socket.on('error', () => socket.destroy());
    end(socket, NO_TUNNEL);
  });
  server.on('checkExpectation', ({ socket }) => end(socket, NO_MIRACLE));
}

/** Node's own check, which is switched off for it, answers without a word. */
export const requireHost: RequestHandler = (request, _response, next) => {
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    throw new AppError('INVALID_ARGUMENT', 'Host header is required', { reason: 'bad_request' });
  }
  next();
};

function end(socket: Duplex, [status, message]: Refusal): void {
  const body = JSON.stringify({ success: false, error: message, code: 'bad_request' });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `Cache-Control: no-store\r\nAPI-Version: ${API_VERSION}\r\nConnection: close\r\n\r\n${body}`,
  );
}
