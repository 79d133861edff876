import { channel } from 'node:diagnostics_channel';
import { VERSION } from '@entrada/platform/runtime/version';
import { Agent } from 'undici';
import type { PostResult } from '../domain/post-result.ts';
import { TEST_HEADER } from '../domain/webhook-event.ts';
import type { Message, Receivers } from '../ports.ts';
import { type ConnectTimings, openConnector } from './connector.ts';
import type { Destinations } from './destinations.ts';
import { type Exchange, Late, openExchange } from './exchange.ts';
import { failureOf } from './failure.ts';
import { signaturesOf, timestampOf } from './signature.ts';

/** More than all attempts that can be under way, so that endpoints on one host never queue. */
const CONNECTIONS_PER_ORIGIN_MAX = 4_096;
const KEEP_ALIVE_MS = 4_000;
const KEEP_ALIVE_MAX_MS = 60_000;

/** The total deadline of each attempt replaces undici's per-phase timers, which a slow drip defeats. */
const AGENT_OPTIONS = {
  connections: CONNECTIONS_PER_ORIGIN_MAX,
  pipelining: 1,
  allowH2: false,
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: KEEP_ALIVE_MS,
  keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
};

/** Connecting may take this share of an attempt's time, so that its timeout is reported as such. */
const CONNECT_SHARE = 2 / 3;

type Options = {
  readonly timeoutMs: number;
  readonly destinations: Destinations;
  readonly ca?: string | undefined;
};

type Open = Receivers & {
  /** Ends every attempt under way, without a result. */
  cutShort(): void;
} & AsyncDisposable;

export function openReceivers({ timeoutMs: totalMaxMs, destinations, ca }: Options): Open {
  const connectMaxMs = Math.ceil(totalMaxMs * CONNECT_SHARE);
  const connector = openConnector({ destinations, connectMaxMs, ca });
  const agent = new Agent({ ...AGENT_OPTIONS, connect: connector.connect });
  const underWay = new Set<Exchange>();
  const starts = watchStarts((socket) => connector.takeTimings(socket));
  let stopping = false;

  return {
    async post(message, timeoutMs = totalMaxMs) {
      if (stopping) return null;
      // Each attempt needs a Buffer object of its own: `watchStarts` finds the attempt by it.
      const body = message.body.subarray();
      const exchange = openExchange(() => starts.connectionOf(body));
      const timer = setTimeout(() => exchange.stop(new Late('out of time')), timeoutMs);
      underWay.add(exchange);
      try {
        agent.dispatch(requestOf({ ...message, body }), exchange.handler);
        await exchange.ended;
        return resultOf(exchange);
      } catch (error) {
        return stopping ? null : failedResultOf(exchange, error, connector.timingsOf(error));
      } finally {
        clearTimeout(timer);
        underWay.delete(exchange);
      }
    },
    cutShort() {
      stopping = true;
      for (const exchange of underWay) exchange.stop(new Late('the service is stopping'));
    },
    async [Symbol.asyncDispose]() {
      starts[Symbol.dispose]();
      await agent.destroy();
    },
  };
}

function requestOf(message: Message): Agent.DispatchOptions {
  const { origin, pathname, search } = new URL(message.url);
  const headers = signedHeaders(message);
  return { origin, path: pathname + search, method: 'POST', headers, body: message.body };
}

function resultOf(exchange: Exchange): PostResult {
  const { statusCode, ...soFar } = exchange.soFar();
  // A response that ended had a status.
  return { kind: 'answered', statusCode: statusCode ?? 0, ...soFar, timings: exchange.timings() };
}

function failedResultOf(
  exchange: Exchange,
  error: unknown,
  connecting: ConnectTimings | null,
): PostResult {
  const { statusCode, responseBody, responseHeaders } = exchange.soFar();
  const timings = exchange.timings(connecting);
  const soFar = { statusCode, responseBody, responseHeaders, timings };
  return { kind: 'failed', ...failureOf(error), ...soFar };
}

function signedHeaders(message: Message): Record<string, string> {
  const { id, at, authorization, isTest } = message;
  return {
    'content-type': 'application/json',
    'user-agent': `Entrada-Webhooks/${VERSION}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestampOf(at)),
    'webhook-signature': signaturesOf(message),
    ...(isTest ? { [TEST_HEADER]: 'true' } : {}),
    ...(authorization === null ? {} : { authorization }),
  };
}

type SendHeaders = { readonly request: { readonly body: unknown }; readonly socket: object };

/** Only here does undici report which connection a request uses, and so how long connecting took. */
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
