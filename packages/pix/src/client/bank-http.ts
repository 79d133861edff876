import { Agent } from 'undici';
import { readBounded } from './bounded-body.ts';
import { PixError } from './pix-error.ts';
import { readProblem } from './problem.ts';

const CONNECTIONS_MAX = 128;
const CONNECT_TIMEOUT_MS = 5_000;
/** A bank that names its own keep-alive time is believed up to this; undici stays a second below it. */
const KEEP_ALIVE_MAX_MS = 60_000;
const KEEP_ALIVE_MS = 4_000;

export type BankRequest = {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type BankHttp = {
  /** The body of a 2xx as text. Anything else is a PixError; nothing is retried or redirected. */
  send(request: BankRequest, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
};

export function openBankHttp(): BankHttp {
  // The total deadline of each call replaces undici's per-phase timers, which a slow drip defeats.
  const agent = new Agent({
    connections: CONNECTIONS_MAX,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  });

  return {
    async send({ method, url, headers, body = null }, signal) {
      const { status, text } = await exchange(async () => {
        const reply = await agent.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method,
          headers,
          body,
          signal,
        });
        return { status: reply.statusCode, text: await readBounded(reply.body) };
      });
      if (status >= 200 && status < 300) return text;
      throw refusal(status, text);
    },
    close: () => agent.destroy(),
  };
}

async function exchange<Reply>(work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PixError) throw error;
    throw new PixError('unavailable', 'The bank could not be reached', error);
  }
}

const TOO_MANY_REQUESTS = 429;

function refusal(status: number, text: string): PixError {
  const problem = readProblem(status, text);
  const said = `The bank answered ${status}${problem.title ? ` ${problem.title}` : ''}`;
  if (status === 404) return new PixError('not-found', said, problem);
  if (status >= 500 || status === TOO_MANY_REQUESTS) {
    return new PixError('unavailable', said, problem);
  }
  return new PixError(status >= 400 ? 'rejected' : 'bad-reply', said, problem);
}
