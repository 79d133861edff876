import { Agent, type Dispatcher } from 'undici';
import { z } from 'zod';
import { COME_BACK_LATER, PixError, type Problem } from './pix-error.ts';

const CONNECTIONS_MAX = 128;
const CONNECT_TIMEOUT_MS = 5_000;
/** Upper limit of the keep-alive time that a bank names; undici stays a second below it. */
const KEEP_ALIVE_MAX_MS = 60_000;
const KEEP_ALIVE_MS = 4_000;

/** Client certificate for banks that require mutual TLS, as PEM texts. */
export type ClientTls = {
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  readonly passphrase?: string;
  /** CA bundle for a bank with a private CA. */
  readonly ca?: string | Buffer;
};

export type BankRequest = {
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

type Options = {
  readonly tls?: ClientTls | undefined;
  /** Called with the bank's time if a response contains it: only the sandbox bank's, whose clock is adjustable. */
  readonly onClock?: ((bankNow: Date) => void) | undefined;
};

type BankHttp = {
  /** The body of a 2xx as text. Anything else is a PixError; nothing is retried or redirected. */
  send(request: BankRequest, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
};

export function openBankHttp({ tls = {}, onClock = () => {} }: Options = {}): BankHttp {
  // The total deadline of each call replaces undici's per-phase timers, which a slow response evades.
  const agent = new Agent({
    connections: CONNECTIONS_MAX,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS, ...tls },
  });

  return {
    async send({ method, url, headers, body = null }, signal) {
      const { response, text } = await exchange(async () => {
        const response = await agent.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method,
          headers,
          body,
          signal,
        });
        return { response, text: await readBounded(response.body) };
      });
      const bankNow = headerOf(response, 'x-sandbox-now');
      if (bankNow !== undefined) onClock(new Date(bankNow));
      const status = response.statusCode;
      if (status >= 200 && status < 300) return text;
      throw refusal(readProblem(status, text, headerOf(response, 'retry-after')));
    },
    close: () => agent.destroy(),
  };
}

async function exchange<Response>(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PixError) throw error;
    throw new PixError('unavailable', 'The bank could not be reached', error);
  }
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

const GONE = [404, 410];
/** Some banks answer 400 or 422 with one of the specification's "not found" types, Efí with a `nome` of its own. */
const NOT_FOUND = /(NaoEncontrad|_nao_encontrad)[oa]$/;

function refusal(problem: Problem): PixError {
  const { status, title = '', type = '' } = problem;
  const message = `The bank answered ${status}${title && ` ${title}`}`;
  const isClientError = status >= 400 && status < 500;
  const isNotFound = NOT_FOUND.test(type) || NOT_FOUND.test(title);
  if (GONE.includes(status) || (isClientError && isNotFound)) {
    return new PixError('not-found', message, problem);
  }
  if (status >= 500 || COME_BACK_LATER.includes(status)) {
    return new PixError('unavailable', message, problem);
  }
  return new PixError(isClientError ? 'rejected' : 'bad-response', message, problem);
}

/** A page of a thousand payments fits, each with several refunds. */
const RESPONSE_BYTES_MAX = 4 * 1024 * 1024;

type ReplyBody = AsyncIterable<Uint8Array> & { destroy(): unknown };

/** Reads the response as text and closes the connection when it exceeds the limit. */
async function readBounded(body: ReplyBody): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > RESPONSE_BYTES_MAX) {
      body.destroy();
      throw new PixError('bad-response', `The bank sent more than ${RESPONSE_BYTES_MAX} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size).toString('utf8');
}

const RAW_LENGTH_MAX = 500;
const TEXT_LENGTH_MAX = 500;
const RETRY_AFTER_MAX_MS = 3_600_000;

const said = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).slice(0, TEXT_LENGTH_MAX))
  .optional()
  .catch(undefined);

/** The specification's problem+json together with the other error formats of banks. */
const problemSchema = z.object({
  type: said,
  title: said,
  detail: said,
  nome: said,
  mensagem: said,
  error: said,
  error_description: said,
  message: said,
  erros: z
    .array(z.object({ codigo: said, mensagem: said }))
    .optional()
    .catch(undefined),
});

/** Parses the known error formats of banks and keeps the start of any other response. */
export function readProblem(status: number, text: string, retryAfter?: string): Problem {
  const waitMs = readRetryAfter(retryAfter);
  return { status, ...explain(text), ...(waitMs !== undefined && { retryAfterMs: waitMs }) };
}

function explain(text: string): Omit<Problem, 'status'> {
  const raw = text.slice(0, RAW_LENGTH_MAX);
  const problem = problemSchema.safeParse(jsonOf(text)).data;
  if (problem === undefined) return { raw };
  const { type, erros: [first] = [] } = problem;
  const title = problem.title ?? problem.nome ?? problem.error ?? first?.codigo;
  const detail =
    problem.detail ??
    problem.mensagem ??
    problem.error_description ??
    problem.message ??
    first?.mensagem;
  if (title === undefined && detail === undefined) return { raw };
  return { ...(type && { type }), ...(title && { title }), ...(detail && { detail }) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds, or a date as HTTP writes it. */
function readRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(RETRY_AFTER_MAX_MS, Math.max(0, ms));
}
