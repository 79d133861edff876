import { EntradaError, errorOfReply } from './entrada-error.ts';
import type { Calls } from './gen/api.ts';
import { withRetries } from './retry.ts';

const TIMEOUT_MS = 30_000;

export type CallName = keyof Calls;
export type Reply<Name extends CallName> = Calls[Name]['reply'];

type Input<Name extends CallName> = Omit<Calls[Name], 'reply'>;
export type Options<Name extends CallName> = Input<Name> & {
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

type Settings = {
  readonly baseUrl: string;
  /** An API key; without it a browser sends the cookie of its dashboard session. */
  readonly key?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
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
}: Settings): Client {
  const authorization: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};

  async function attempt(method: string, url: string, options: Loose): Promise<unknown> {
    const { body, signal, timeoutMs = TIMEOUT_MS } = options;
    const timeout = AbortSignal.timeout(timeoutMs);
    const request: RequestInit = {
      method,
      headers: { ...headersOf(options), ...authorization },
      signal: AbortSignal.any(signal ? [signal, timeout] : [timeout]),
    };
    if (body !== undefined) request.body = JSON.stringify(body);
    try {
      return await read(await send(url, request));
    } catch (cause) {
      signal?.throwIfAborted();
      throw cause instanceof EntradaError ? cause : withoutReply(cause, timeout.aborted);
    }
  }

  async function request(call: string, options: Loose = {}): Promise<unknown> {
    const [method = '', template = ''] = call.split(' ');
    const url = `${baseUrl}${pathOf(template, options.path)}${queryOf(options.query)}`;
    const tryOnce = () => attempt(method, url, options);
    const isSafe = method === 'GET' || options.idempotencyKey !== undefined;
    return isSafe ? withRetries(tryOnce, options.signal) : tryOnce();
  }
  return { request: request as Client['request'] };
}

function headersOf({ body, idempotencyKey }: Loose): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  };
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  const body = parseJson(text);
  if (!response.ok || body === undefined) throw errorOfReply(response, body);
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withoutReply(cause: unknown, isTimeout: boolean): EntradaError {
  return isTimeout
    ? new EntradaError('No reply in time', { status: 0, code: 'client_timeout', cause })
    : new EntradaError('The server cannot be reached', { status: 0, code: 'network_error', cause });
}

function pathOf(template: string, values: Values = {}): string {
  return template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name];
    if (value === undefined || value === '') throw new TypeError(`${name} is missing in the path`);
    return encodeURIComponent(value);
  });
}

function queryOf(values: Values = {}): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `?${query}` : '';
}
