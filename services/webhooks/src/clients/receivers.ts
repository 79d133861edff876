import { VERSION } from '@entrada/platform/runtime/version';
import { Webhook } from 'standardwebhooks';
import { Agent } from 'undici';
import type { Answer, Failure } from '../domain/attempt.ts';
import type { Message, Receivers } from '../ports.ts';

export const REPLY_BYTES_MAX = 65_536;
const CONNECTIONS_PER_ORIGIN_MAX = 64;
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

type Open = Receivers & {
  /** Ends every try under way; what it came to stays unknown. */
  cutShort(): void;
} & AsyncDisposable;

export function openReceivers({ timeoutMs }: { timeoutMs: number }): Open {
  const agent = new Agent({ ...AGENT_OPTIONS, connect: { timeout: timeoutMs } });
  const underWay = new Set<AbortController>();
  let stopping = false;

  return {
    async post(message) {
      if (stopping) return null;
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), timeoutMs);
      underWay.add(controller);
      try {
        return await exchange(agent, message, controller.signal);
      } catch (error) {
        if (stopping) return null;
        const failure = controller.signal.aborted ? 'timeout' : failureOf(error);
        return { kind: 'failed', failure, statusCode: null };
      } finally {
        clearTimeout(timer);
        underWay.delete(controller);
      }
    },
    cutShort() {
      stopping = true;
      for (const controller of underWay) controller.abort();
    },
    [Symbol.asyncDispose]: () => agent.destroy(),
  };
}

async function exchange(agent: Agent, message: Message, signal: AbortSignal): Promise<Answer> {
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
  let size = 0;
  for await (const chunk of body) {
    size += (chunk as Buffer).byteLength;
    // Leaving the loop drops the connection.
    if (size > REPLY_BYTES_MAX) return { kind: 'failed', failure: 'too_long', statusCode };
  }
  const retryAfter = headers['retry-after'];
  return {
    kind: 'answered',
    statusCode,
    retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
  };
}

function signedHeaders({ id, at, body, secret }: Message): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': `Entrada-Webhooks/${VERSION}`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

const FAILURES: readonly (readonly [RegExp, Failure])[] = [
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'timeout'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'refused'],
  [/^(ENOTFOUND|EAI_)/, 'unresolved'],
  [/(CERT|SSL|TLS|UNABLE_TO_|EPROTO)/, 'insecure'],
  [/^(HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES)/, 'malformed'],
];

function failureOf(error: unknown): Failure {
  const { code, name } = error as { code?: unknown; name?: unknown };
  // Parser errors have no code of their own.
  return FAILURES.find(([pattern]) => pattern.test(String(code ?? name)))?.[1] ?? 'reset';
}
