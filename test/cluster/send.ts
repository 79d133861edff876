import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';

/** Longer than the gateway's own timeout, so that its reply is seen. */
const REPLY_WAIT_MAX_MS = 20_000;

export type Call = {
  readonly what: 'create' | 'pay' | 'query';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
};

/** One request as the client saw it: of two times in milliseconds the second is when it knew the outcome. */
export type SentRequest = {
  readonly what: Call['what'];
  readonly startedAt: number;
  readonly endedAt: number;
  /** The status and the code of an error, or why there was no reply. */
  readonly outcome: string;
  readonly reply: unknown;
};

export type Connections = { readonly agent: Agent } & Disposable;

/** `kept`: as a client or proxy that uses its connections again; else one for each request. */
export function openConnections(kept: boolean): Connections {
  const agent = new Agent({ keepAlive: kept });
  return { agent, [Symbol.dispose]: () => agent.destroy() };
}

/** Never fails: what went wrong is in the outcome. */
export async function send(call: Call, connections: Connections): Promise<SentRequest> {
  const { agent } = connections;
  const startedAt = Date.now();
  const ended = (outcome: string, reply: unknown = null): SentRequest => ({
    what: call.what,
    startedAt,
    endedAt: Date.now(),
    outcome,
    reply,
  });
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(ended(error.code ?? error.message));
    const sending = request(call.url, {
      agent,
      method: call.body ? 'POST' : 'GET',
      headers: { ...call.headers, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(REPLY_WAIT_MAX_MS),
    });
    sending.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed it as the request left: clients and proxies send a read again on another connection.
      const wasClosed = sending.reusedSocket && error.code === 'ECONNRESET' && !call.body;
      if (wasClosed) resolve(send(call, connections));
      else fail(error);
    });
    sending.on('response', (response) => {
      json(response).then((reply) => {
        const { code } = reply as { readonly code?: string };
        resolve(ended([response.statusCode, code].filter(Boolean).join(' '), reply));
      }, fail);
    });
    sending.end(call.body && JSON.stringify(call.body));
  });
}
