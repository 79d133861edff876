import type { Response } from 'express';

/** For `response.json`: Express looks at types, tags and freshness first, of which no reply of ours has any. */
export function sendJson(this: Response, body: unknown): Response {
  const text = JSON.stringify(body);
  this.setHeader('Content-Type', 'application/json; charset=utf-8');
  this.setHeader('Content-Length', Buffer.byteLength(text));
  return this.end(text);
}
