import type { Context } from '../command.ts';

const CLOCK_TOLERANCE_MS = 300_000;
const MINUTE_MS = 60_000;
/** The connection was not made, so the request was not sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  // What fetch says of ports that it never uses.
  'bad port',
]);
const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;
/** A reply that takes longer is worth a word. */
const SLOW_MS = 2_000;

export type ObservedFetch = {
  readonly fetch: typeof fetch;
  /** Whether a change was sent whose outcome no reply has shown. */
  readonly isUnclear: () => boolean;
};

type Options = {
  /** For commands that wait through an outage, and should not do so in silence. */
  readonly reportsOutages?: boolean;
};

/** Sees every attempt of the client: what was lost on the way, outages, and a wrong clock. */
export function observeFetch(
  { terminal, now }: Pick<Context, 'terminal' | 'now'>,
  { reportsOutages = false }: Options = {},
): ObservedFetch {
  let isUnclear = false;
  let isDown = false;
  let isClockChecked = false;

  function seeOutage(isFailure: boolean): void {
    if (reportsOutages && isFailure !== isDown) {
      terminal.note(
        isFailure ? 'The API is unavailable, retrying.' : 'The API is available again.',
      );
    }
    isDown = isFailure;
  }

  function checkClock(headers: Headers): void {
    const serverMs = Date.parse(headers.get('date') ?? '');
    if (isClockChecked || Number.isNaN(serverMs)) return;
    isClockChecked = true;
    const aheadMs = now().getTime() - serverMs;
    if (Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS) return;
    const minutes = Math.round(Math.abs(aheadMs) / MINUTE_MS);
    terminal.note(
      `Warning: the clock of this computer is ${minutes} min ${aheadMs > 0 ? 'ahead of' : 'behind'} the server's. Signatures of webhooks are valid for 5 min only: correct the clock.`,
    );
  }

  function seeReply({ status, headers }: Response, method = 'GET'): void {
    const isFailure = status >= SERVER_ERROR;
    // Until its body is read, a reply that begins well shows no outcome either.
    const isRefusal = status >= CLIENT_ERROR && !isFailure;
    if (method !== 'GET' && !isRefusal) isUnclear = true;
    seeOutage(isFailure);
    checkClock(headers);
  }

  function seeFailure(error: unknown, { method = 'GET', signal }: RequestInit): void {
    if (method !== 'GET' && !NOT_SENT.has(codeOf(error))) isUnclear = true;
    if (!signal?.aborted) seeOutage(true);
  }

  async function observed(...[url, init = {}]: Parameters<typeof fetch>): Promise<Response> {
    // A command that follows something waits on purpose.
    const done = reportsOutages ? () => undefined : progressIfSlow(terminal);
    try {
      const response = await fetch(url, init);
      seeReply(response, init.method);
      return response;
    } catch (error) {
      seeFailure(error, init);
      throw error;
    } finally {
      done();
    }
  }
  return { fetch: observed, isUnclear: () => isUnclear };
}

/** Says what is waited for, once it takes long, until the returned function is called. */
function progressIfSlow({ progress }: Context['terminal']): () => void {
  let stop: (() => void) | undefined;
  const timer = setTimeout(() => {
    stop = progress('Waiting for the API');
  }, SLOW_MS);
  return () => {
    clearTimeout(timer);
    stop?.();
  };
}

type Failure = {
  readonly code?: string;
  readonly message?: string;
  readonly errors?: readonly { readonly code?: string }[];
};

/** Where a host has several addresses, the cause is a list of failures that are alike. */
export function codeOf(error: unknown): string {
  const { code, errors, message } = ((error as Error).cause ?? {}) as Failure;
  return code ?? errors?.[0]?.code ?? message ?? '';
}
