import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@entrada/platform/errors/app-error';
import express, { type Request, type Response } from 'express';
import { unsupported } from './errors.ts';
import { strictJson } from './strict-json.ts';

const JSON_TYPE = /^\s*application\/json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;
const UTF_8 = /^utf-?8$/i;

/** Reads a JSON body. Compressed ones are refused: a small body could expand to a huge one. */
export function bodyReader(limit: string) {
  const read = express.raw({ limit, inflate: false, type: () => true });
  return async (request: Request, response: Response): Promise<void> => {
    if (hasBody(request.headers)) requireJson(request.headers);
    await new Promise<void>((resolve, reject) =>
      read(request, response, (error: unknown) => (error ? reject(error) : resolve())),
    );
    request.body = request.body?.length > 0 ? strictJson(request.body) : undefined;
  };
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

export function isJson(type = ''): boolean {
  return JSON_TYPE.test(type);
}

function requireJson({ 'content-type': type = '' }: IncomingHttpHeaders): void {
  if (type === 'application/json') return;
  if (!isJson(type)) {
    const hint =
      'Send the fields as a JSON object, not as a form or text, with `Content-Type: application/json`.';
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/json', { hint });
  }
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8';
  if (!UTF_8.test(charset)) throw unsupported('Request body must be UTF-8');
}
