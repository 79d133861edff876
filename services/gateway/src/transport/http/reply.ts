import {
  IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
  validateHeaderValue,
} from 'node:http';
import type { Express } from 'express';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * A reply that starts with the common headers, keeps all headers in one list and has Node write them
 * at once, where Node's own creates two objects per header. One class per router, whose methods it inherits.
 */
function replyClass(commonHeaders: ReadonlyMap<string, string>) {
  const begun = [...commonHeaders].flat();
  return class Reply extends ServerResponse<IncomingMessage> {
    readonly locals = {};
    /** Alternating names and values. */
    readonly #head: OutgoingHttpHeader[] = begun.slice();

    /** Express would first compute types, ETags and freshness, which our replies do not have. */
    json(body: unknown): this {
      const text = JSON.stringify(body);
      if (!this.hasHeader('Content-Type')) this.setHeader('Content-Type', JSON_TYPE);
      this.setHeader('Content-Length', Buffer.byteLength(text));
      return this.end(text);
    }

    /** Node checks names, all of which are in our code, when it writes them; values may be a client's. */
    override setHeader(name: string, value: OutgoingHttpHeader | readonly string[]): this {
      // Node throws the right error.
      if (this.headersSent) return super.setHeader(name, value);
      validateHeaderValue(name, value as string);
      const at = this.#find(name);
      if (at < 0) this.#head.push(name, value as OutgoingHttpHeader);
      else this.#head[at + 1] = value as OutgoingHttpHeader;
      return this;
    }

    override appendHeader(name: string, value: string | readonly string[]): this {
      const before = this.getHeader(name);
      if (before === undefined) return this.setHeader(name, value);
      return this.setHeader(name, [before, value].flat() as string[]);
    }

    override getHeader(name: string): OutgoingHttpHeader | undefined {
      const at = this.#find(name);
      return at < 0 ? undefined : this.#head[at + 1];
    }

    override hasHeader(name: string): boolean {
      return this.#find(name) >= 0;
    }

    override removeHeader(name: string): void {
      // Node adds some headers itself unless it knows that they were removed.
      super.removeHeader(name);
      const at = this.#find(name);
      if (at >= 0) this.#head.splice(at, 2);
    }

    override getHeaderNames(): string[] {
      return Object.keys(this.getHeaders());
    }

    override getHeaders(): OutgoingHttpHeaders {
      const headers: OutgoingHttpHeaders = {};
      for (let at = 0; at < this.#head.length; at += 2) {
        headers[String(this.#head[at]).toLowerCase()] = this.#head[at + 1];
      }
      return headers;
    }

    override writeHead(status: number, ...more: readonly unknown[]): this {
      if (more.length > 0) throw new TypeError('set headers with setHeader before writeHead');
      return super.writeHead(status, this.#head);
    }

    #find(name: string): number {
      const head = this.#head;
      for (let at = 0; at < head.length; at += 2) {
        if (isSame(head[at] as string, name)) return at;
      }
      return -1;
    }
  };
}

/** Most compared names differ in length, which is cheap to check first. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  return one.length === other.length && one.toLowerCase() === other.toLowerCase();
}

/**
 * Requests and replies that have the router's prototype from the start. Express gives each message
 * another prototype when it arrives, after which V8 cannot use what it learned about its shape.
 * Measured on a busy machine with two cores (2026-11-15): CPU time per request is 0.844 of that with the messages of
 * Node and Express (quartiles of 100 rounds: 0.716 to 0.993).
 */
export function messagesOf(router: Express, commonHeaders: ReadonlyMap<string, string>) {
  class Request extends IncomingMessage {}
  const Reply = replyClass(commonHeaders);
  Object.setPrototypeOf(Request.prototype, router.request);
  Object.setPrototypeOf(Reply.prototype, router.response);
  Object.assign(router, { request: Request.prototype, response: Reply.prototype });
  return { IncomingMessage: Request, ServerResponse: Reply };
}
