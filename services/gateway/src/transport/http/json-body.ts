import express, { type RequestHandler } from 'express';
import { invalidJson, unsupported } from './errors.ts';

/** Nothing that we are asked needs more; what works on JSON would run out of stack on much more. */
const DEPTH_MAX = 32;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** The brackets [ { ] }. */
const STEPS = new Map([
  [0x5b, 1],
  [0x7b, 1],
  [0x5d, -1],
  [0x7d, -1],
]);

/** JSON or nothing; compressed bodies are refused, for a small one can unfold to a huge one. */
export function jsonBody(limit: string): RequestHandler {
  const parse = express.json({ limit, inflate: false, type: () => true, verify: requireShallow });
  return (request, response, next) => {
    const hasBody =
      request.headers['transfer-encoding'] !== undefined ||
      Number(request.headers['content-length'] ?? 0) > 0;
    if (hasBody && !request.is('application/json')) throw unsupported();
    parse(request, response, next);
  };
}

/** Enough for every call of the API. */
export const smallJson = jsonBody('16kb');

function requireShallow(_request: unknown, _response: unknown, bytes: Buffer): void {
  if (depthOf(bytes) > DEPTH_MAX) throw invalidJson();
}

function depthOf(bytes: Buffer): number {
  let depth = 0;
  let deepest = 0;
  let isText = false;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i] ?? 0;
    if (isText && byte === BACKSLASH) i += 1;
    else if (byte === QUOTE) isText = !isText;
    else if (!isText) depth += STEPS.get(byte) ?? 0;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
