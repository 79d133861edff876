import { z } from 'zod';
import type { TokenStyle } from '../profiles/bank-profiles.ts';
import type { BankRequest } from './bank-http.ts';
import { unlessAborted, withDeadline } from './deadline.ts';
import { PixError } from './pix-error.ts';
import { parseResponse } from './response.ts';

const REFRESH_EARLY_MS = 60_000;
/** Lifetime of a token when the bank does not return one. */
const LIFE_DEFAULT_SECONDS = 300;

const tokenSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().optional(),
  scope: z.string().optional().catch(undefined),
});

type Options = {
  /** Requests a token and returns the bank's response. */
  readonly request: (signal: AbortSignal) => Promise<string>;
  readonly timeoutMs: number;
  readonly now: () => number;
  /** Called when the bank grants fewer scopes than requested, which some banks do with a 200. */
  readonly onScopesMissing: (missing: readonly string[]) => void;
};

type AccessToken = {
  /** The current token, or a new one; concurrent callers share one request. */
  get(signal: AbortSignal): Promise<string>;
  /** Drops a token that the bank rejected, unless it was replaced already. */
  drop(refused: string): void;
};

type Token = { readonly value: string; readonly refreshAtMs: number };

export function cacheAccessToken(options: Options): AccessToken {
  const { now, timeoutMs } = options;
  let current: Token | undefined;
  let refreshing: Promise<string> | undefined;

  // Its own deadline, not a caller's: a caller with little time left must not fail the others.
  const refresh = async (): Promise<string> => {
    try {
      current = await withDeadline(timeoutMs, undefined, (signal) => newToken(options, signal));
      return current.value;
    } finally {
      refreshing = undefined;
    }
  };

  return {
    async get(signal) {
      if (current !== undefined && now() < current.refreshAtMs) return current.value;
      refreshing ??= refresh();
      return unlessAborted(refreshing, signal);
    },
    drop(refused) {
      if (current?.value === refused) current = undefined;
    },
  };
}

async function newToken(
  { request, now, onScopesMissing }: Options,
  signal: AbortSignal,
): Promise<Token> {
  const askedAtMs = now();
  const text = await request(signal).catch(asOutage);
  const response = parseResponse(tokenSchema, text);
  const { access_token, expires_in = LIFE_DEFAULT_SECONDS, scope } = response;
  const given = new Set(scope?.split(/[\s,]+/));
  const missing = scope === undefined ? [] : SCOPES.filter((name) => !given.has(name));
  if (missing.length > 0) onScopesMissing(missing);
  const lifeMs = expires_in * 1000;
  return {
    value: access_token,
    refreshAtMs: askedAtMs + lifeMs - Math.min(REFRESH_EARLY_MS, lifeMs / 2),
  };
}

/** Rejected credentials are an error of our configuration, not of the request that needed the token. */
function asOutage(error: unknown): never {
  if (error instanceof PixError && (error.kind === 'rejected' || error.kind === 'not-found')) {
    throw new PixError('unavailable', 'The bank rejected our credentials', error.cause);
  }
  throw error;
}

const SCOPES: readonly string[] = [
  'cob.read',
  'cob.write',
  'pix.read',
  'pix.write',
  'webhook.read',
  'webhook.write',
];

type Credentials = { readonly clientId: string; readonly clientSecret: string };

/** OAuth2 client credentials, in the format that this bank expects. */
export function tokenRequest(
  base: string,
  style: TokenStyle,
  { clientId, clientSecret }: Credentials,
): BankRequest {
  const url = new URL(style.url, `${base}/`);
  for (const [name, value] of Object.entries(style.query ?? {})) url.searchParams.set(name, value);
  const fields = {
    grant_type: 'client_credentials',
    ...(style.asksScopes && { scope: SCOPES.join(' ') }),
    ...(style.credentials !== 'basic' && { client_id: clientId }),
    ...(style.credentials === 'form' && { client_secret: clientSecret }),
  };
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  return {
    method: 'POST',
    url,
    headers: {
      accept: 'application/json',
      'content-type':
        style.body === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
      ...(style.credentials === 'basic' && { authorization: `Basic ${basic}` }),
    },
    body: style.body === 'json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
  };
}
