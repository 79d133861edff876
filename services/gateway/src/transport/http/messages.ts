import { IncomingMessage } from 'node:http';
import type { Express } from 'express';
import { replyClass } from './reply.ts';

/**
 * Requests and replies that are the router's own from the start. Express would give each another
 * prototype when it comes, after which V8 has to learn anew what they look like.
 */
export function messagesOf(router: Express, commonHeaders: ReadonlyMap<string, string>) {
  class Request extends IncomingMessage {}
  const Reply = replyClass(commonHeaders);
  Object.setPrototypeOf(Request.prototype, router.request);
  Object.setPrototypeOf(Reply.prototype, router.response);
  Object.assign(router, { request: Request.prototype, response: Reply.prototype });
  return { IncomingMessage: Request, ServerResponse: Reply };
}
