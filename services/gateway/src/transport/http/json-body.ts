import express, { type RequestHandler } from 'express';
import { unsupported } from './errors.ts';

/** JSON or nothing; compressed bodies are refused, for a small one can unfold to a huge one. */
export function jsonBody(limit: string): RequestHandler {
  const parse = express.json({ limit, inflate: false, type: () => true });
  return (request, response, next) => {
    const hasBody =
      request.headers['transfer-encoding'] !== undefined ||
      Number(request.headers['content-length'] ?? 0) > 0;
    if (hasBody && !request.is('application/json')) throw unsupported();
    parse(request, response, next);
  };
}
