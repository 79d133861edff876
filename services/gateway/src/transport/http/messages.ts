import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { replyClass } from './reply.ts';

/** `plain`: as Node and Express do it; the others are optimizations that can be measured against it. */
export type MessageMode = 'fast' | 'prototypes' | 'plain';

/**
 * Requests and replies that have the router's prototype from the start. Express gives each message
 * another prototype when it arrives, after which V8 cannot use what it learned about its shape.
 * Measured with bench/gateway-messages.ts on a busy machine with two cores (2026-11-15), CPU time per
 * request relative to `plain`: fast 0.957 (quartiles 0.915 to 1.125), prototypes 1.038 (0.966 to 1.094).
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
