import { channel } from 'node:diagnostics_channel';
import { VERSION } from '@entrada/platform/runtime/version';
import { Webhook } from 'standardwebhooks';
import { Agent } from 'undici';
import type { Answer, Timings } from '../domain/attempt.ts';
import type { Message, Receivers } from '../ports.ts';
import { type ConnectTimings, openConnector } from './connector.ts';
import type { Destinations } from './destinations.ts';
import { failureOf } from './failure.ts';
import { openReplyReader } from './reply.ts';

/** Above the tries that can be under way at all, so that a shared host queues nobody. */
const CONNECTIONS_PER_ORIGIN_MAX = 4_096;
const KEEP_ALIVE_MS = 4_000;
const KEEP_ALIVE_MAX_MS = 60_000;

/** The total deadline of each try replaces undici's per-phase timers, which a slow drip defeats. */
const AGENT_OPTIONS = {
  connections: CONNECTIONS_PER_ORIGIN_MAX,
  pipelining: 1,
  allowH2: false,
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: KEEP_ALIVE_MS,
  keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
};

/** A connection takes at most this part of a try's time, so that its failure can be told apart. */
const CONNECT_SHARE = 2 / 3;

type Options = {
  readonly timeoutMs: number;
  readonly destinations: Destinations;
  readonly ca?: string | undefined;
};

type Open = Receivers & {
  /** Ends every try under way; what it came to stays unknown. */
  cutShort(): void;
} & AsyncDisposable;

export function openReceivers({ timeoutMs: totalMaxMs, destinations, ca }: Options): Open {
  const connectMaxMs = Math.ceil(totalMaxMs * CONNECT_SHARE);
  const connector = openConnector({ destinations, connectMaxMs, ca });
  const agent = new Agent({ ...AGENT_OPTIONS, connect: connector.connect });
  const underWay = new Set<AbortController>();
  const starts = watchStarts((socket) => connector.takeTimings(socket));
  let stopping = false;

  return {
    async post(message, timeoutMs = totalMaxMs) {
      if (stopping) return null;
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), timeoutMs);
      underWay.add(controller);
      // A view of its own, by which the moment of sending is told apart from that of other tries.
      const body = message.body.subarray();
      const exchange = openExchange(() => starts.connectionOf(body));
      try {
        return await send(agent, { ...message, body }, controller.signal, exchange);
      } catch (error) {
        if (stopping) return null;
        const known = controller.signal.aborted
          ? ({ failure: 'timeout', detail: null } as const)
          : failureOf(error);
        const timings = exchange.timings(connector.timingsOf(error));
        return { kind: 'failed', ...known, ...exchange.soFar(), timings };
      } finally {
        clearTimeout(timer);
        underWay.delete(controller);
      }
    },
    cutShort() {
      stopping = true;
      for (const controller of underWay) controller.abort();
    },
    async [Symbol.asyncDispose]() {
      starts[Symbol.dispose]();
      await agent.destroy();
    },
  };
}

type Exchange = ReturnType<typeof openExchange>;

/** What is known of one try at any moment. */
function openExchange(connection: () => ConnectTimings | null) {
  const begun = performance.now();
  const reply = openReplyReader();
  let firstByteMs: number | null = null;
  let statusCode: number | null = null;
  return {
    reply,
    answered(code: number) {
      firstByteMs = performance.now() - begun;
      statusCode = code;
    },
    soFar: () => ({ statusCode, responseBody: reply.text() }),
    timings(failed: ConnectTimings | null = null): Timings {
      const { dnsMs = null, tcpMs = null, tlsMs = null } = failed ?? connection() ?? {};
      return { dnsMs, tcpMs, tlsMs, firstByteMs, totalMs: performance.now() - begun };
    },
  };
}

async function send(
  agent: Agent,
  message: Message,
  signal: AbortSignal,
  exchange: Exchange,
): Promise<Answer> {
  const { origin, pathname, search } = new URL(message.url);
  // `request` neither follows redirects nor unpacks what was compressed.
  const { statusCode, headers, body } = await agent.request({
    origin,
    path: pathname + search,
    method: 'POST',
    headers: signedHeaders(message),
    body: message.body,
    signal,
  });
  exchange.answered(statusCode);
  // Leaving the loop drops the connection.
  for await (const chunk of body) if (!exchange.reply.take(chunk as Buffer)) break;
  const done = { ...exchange.soFar(), statusCode, timings: exchange.timings() };
  if (exchange.reply.isTooLong()) {
    return { kind: 'failed', failure: 'too_long', detail: null, ...done };
  }
  const retryAfter = headers['retry-after'];
  return {
    kind: 'answered',
    retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
    ...done,
  };
}

function signedHeaders(message: Message): Record<string, string> {
  const { id, at, body, secrets, authorization } = message;
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  return {
    'content-type': 'application/json',
    'user-agent': `Entrada-Webhooks/${VERSION}`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
    ...(authorization === null ? {} : { authorization }),
  };
}

type SendHeaders = { readonly request: { readonly body: unknown }; readonly socket: object };

/** Undici tells only here which connection a request was put on, and so what making it cost. */
function watchStarts(takeTimings: (socket: object) => ConnectTimings | null) {
  const connections = new WeakMap<object, ConnectTimings>();
  const onSend = (message: unknown) => {
    const { request, socket } = message as SendHeaders;
    const timings = takeTimings(socket);
    const { body } = request;
    if (timings && Buffer.isBuffer(body)) connections.set(body, timings);
  };
  const sends = channel('undici:client:sendHeaders');
  sends.subscribe(onSend);
  return {
    connectionOf: (body: object) => connections.get(body) ?? null,
    [Symbol.dispose]: () => void sends.unsubscribe(onSend),
  };
}
