import { IncomingMessage } from 'node:http';
import type { Express } from 'express';
import { replyClass } from './reply.ts';

/** `plain`: as Node and Express do it, so that the gain of `fast` can be measured again. */
export type MessageMode = 'fast' | 'plain';

/**
 * Requests and replies that have the router's prototype from the start. Express gives each message
 * another prototype when it arrives, after which V8 cannot use what it learned about its shape.
 * Measured with bench/gateway-messages.ts on a busy machine with two cores (2026-11-15): CPU time per
 * request is 0.844 of that of `plain` (quartiles of 100 rounds: 0.716 to 0.993); with rounds half as
 * long 0.886 (0.762 to 0.998) and 0.902 (0.767 to 1.004).
 */
export function messagesOf(
  router: Express,
  commonHeaders: ReadonlyMap<string, string>,
  mode: MessageMode,
) {
  if (mode === 'plain') return {};
  class Request extends IncomingMessage {}
  const Reply = replyClass(commonHeaders);
  Object.setPrototypeOf(Request.prototype, router.request);
  Object.setPrototypeOf(Reply.prototype, router.response);
  Object.assign(router, { request: Request.prototype, response: Reply.prototype });
  return { IncomingMessage: Request, ServerResponse: Reply };
}
