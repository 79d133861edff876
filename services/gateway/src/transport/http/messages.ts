import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { replyClass } from './reply.ts';

/** `plain`: as Node and Express do it; the others are optimizations that can be measured against it. */
export type MessageMode = 'fast' | 'prototypes' | 'plain';

/**
 * Requests and replies that have the router's prototype from the start. Express gives each message
 * another prototype when it arrives, after which V8 cannot use what it learned about its shape.
 */
export function messagesOf(
  router: Express,
  commonHeaders: ReadonlyMap<string, string>,
  mode: MessageMode,
) {
  if (mode === 'plain') return {};
  class Request extends IncomingMessage {}
  class PlainReply extends ServerResponse<IncomingMessage> {
    readonly locals = {};
  }
  const Reply = mode === 'fast' ? replyClass(commonHeaders) : PlainReply;
  Object.setPrototypeOf(Request.prototype, router.request);
  Object.setPrototypeOf(Reply.prototype, router.response);
  Object.assign(router, { request: Request.prototype, response: Reply.prototype });
  return { IncomingMessage: Request, ServerResponse: Reply };
}
