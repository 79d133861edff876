import { EntradaError } from './entrada-error.ts';
import type { Calls } from './gen/api.ts';
import { readCsv, readReply } from './reply.ts';
import { withRetries } from './retry.ts';

const TIMEOUT_MS = 30_000;
/** Others cannot be sent in a header, and `fetch` would report them like a broken connection. */
const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

type CallName = keyof Calls;
export type Reply<Name extends CallName> = Calls[Name]['reply'];

/** A filter that is undefined is not sent. */
type Query<Name extends CallName> = Calls[Name] extends { readonly query?: infer Fields }
  ? { readonly query?: { readonly [Field in keyof Fields]?: Fields[Field] | undefined } }
  : Record<never, never>;
type Input<Name extends CallName> = Omit<Calls[Name], 'reply' | 'query'> & Query<Name>;
type Options<Name extends CallName> = Input<Name> & {
  /** Makes a retry of a request that changes something safe. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Of each attempt. */
  readonly timeoutMs?: number | undefined;
};
type Arguments<Name extends CallName> =
  Record<never, never> extends Input<Name> ? [options?: Options<Name>] : [options: Options<Name>];

export type Client = {
  /** The reply, or an EntradaError. Retried only if that cannot do anything twice. */
  request<Name extends CallName>(call: Name, ...args: Arguments<Name>): Promise<Reply<Name>>;
};

export type CsvClient = {
  /** The reply as CSV, of a call that has `format=csv`. The timeout is that of the whole file. */
  csv<Name extends CallName>(
    call: Name,
    ...args: Arguments<Name>
  ): Promise<ReadableStream<Uint8Array>>;
};
type ReadReply = (response: Response, idempotencyKey?: string) => Promise<unknown>;

type Settings = {
  readonly baseUrl: string;
  /** An API key; without it a browser sends the cookie of its dashboard session. */
  readonly key?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Of each attempt; default 30 s. */
  readonly timeoutMs?: number | undefined;
  /** Default 2. */
  readonly maxRetries?: number | undefined;
};
type Values = Readonly<Record<string, string | number | boolean | undefined>>;
type Loose = {
  readonly path?: Values;
  readonly query?: Values;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
};

export function createClient({
  baseUrl,
  key,
  fetch: send = (...args) => fetch(...args),
  timeoutMs: timeoutOfAllMs = TIMEOUT_MS,
  maxRetries,
}: Settings): Client & CsvClient {
  const authorization: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};

  async function attempt(method: string, url: string, options: Loose, read: ReadReply) {
    const { body, signal, idempotencyKey, timeoutMs = timeoutOfAllMs } = options;
    const timeout = AbortSignal.timeout(timeoutMs);
    const request: RequestInit = {
      method,
      headers: { ...headersOf(options), ...authorization },
      // A POST that is redirected would arrive as a GET.
      redirect: 'manual',
      signal: AbortSignal.any(signal ? [signal, timeout] : [timeout]),
    };
    if (body !== undefined) request.body = JSON.stringify(body);
    try {
      return await read(await send(url, request), idempotencyKey);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof EntradaError) throw cause;
      throw withoutReply(cause, timeout.aborted ? timeoutMs : null, idempotencyKey);
    }
  }

  async function ask(read: ReadReply, call: string, options: Loose = {}): Promise<unknown> {
    const [method = '', template = ''] = call.split(' ');
    const url = `${baseUrl}${pathOf(template, options.path)}${queryOf(options.query)}`;
    const { idempotencyKey, signal } = options;
    if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
      throw new TypeError('idempotencyKey must have 1 to 255 printable ASCII characters');
    }
    signal?.throwIfAborted();
    return withRetries(() => attempt(method, url, options, read), {
      maxRetries,
      isRepeatable: isRepeatable(call, idempotencyKey),
      signal,
    });
  }
  return {
    request: ((call: string, options?: Loose) =>
      ask(readReply, call, options)) as Client['request'],
    csv: ((call: string, options?: Loose) => ask(readCsv, call, options)) as CsvClient['csv'],
  };
}

function headersOf({ body, idempotencyKey }: Loose): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  };
}

function withoutReply(
  cause: unknown,
  timeoutMs: number | null,
  idempotencyKey: string | undefined,
): EntradaError {
  return timeoutMs === null
    ? new EntradaError('The server cannot be reached, or the connection broke', {
        code: 'network_error',
        idempotencyKey,
        cause,
      })
    : new EntradaError(`No reply within ${timeoutMs} ms`, {
        code: 'client_timeout',
        idempotencyKey,
        cause,
      });
}

function pathOf(template: string, values: Values = {}): string {
  return template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name];
    if (value === undefined || value === '') throw new TypeError(`${name} is missing in the path`);
    // They would name another path.
    if (value === '.' || value === '..') throw new TypeError(`${name} is not an identifier`);
    return encodeURIComponent(value);
  });
}

function queryOf(values: Values = {}): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `?${query}` : '';
}

/** Under the same Idempotency-Key, the API carries these out once and repeats its reply. */
export const KEYED_CALLS: ReadonlySet<string> = new Set([
  'POST /api/deposit',
  'POST /api/deposit/{paymentLinkId}/refund',
]);

/** Repeated, these change nothing more and get the same reply. */
const IDEMPOTENT_CALLS: ReadonlySet<string> = new Set([
  'DELETE /api/deposit/{paymentLinkId}',
  'PATCH /api/webhooks/{webhookId}',
  'POST /api/events/ack',
]);

/** Whether a call may be sent again when it is not known if it was carried out. */
function isRepeatable(call: string, idempotencyKey: string | undefined): boolean {
  if (call.startsWith('GET ') || IDEMPOTENT_CALLS.has(call)) return true;
  return idempotencyKey !== undefined && KEYED_CALLS.has(call);
}
