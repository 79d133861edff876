import { z } from 'zod';
import type { BankHttp } from './bank-http.ts';
import { unlessAborted, withDeadline } from './deadline.ts';
import { PixError } from './pix-error.ts';
import { parseReply } from './reply.ts';

const REFRESH_EARLY_MS = 60_000;
/** Life assumed for a token whose bank does not say. */
const LIFE_DEFAULT_SECONDS = 300;
const SCOPES = 'cob.read cob.write pix.read webhook.read webhook.write';

const tokenSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().optional(),
});

type Credentials = {
  readonly tokenUrl: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly timeoutMs: number;
  readonly now: () => number;
};

export type AccessToken = {
  /** The token in use, or a new one; callers that come meanwhile share one request. */
  get(signal: AbortSignal): Promise<string>;
  /** Forgets a token the bank refused, unless it was replaced already. */
  drop(refused: string): void;
};

type Token = { readonly value: string; readonly refreshAtMs: number };

export function cacheAccessToken(http: BankHttp, credentials: Credentials): AccessToken {
  const { now, timeoutMs } = credentials;
  let current: Token | undefined;
  let refreshing: Promise<string> | undefined;

  // Its own deadline, not a caller's: one impatient caller must not fail the others.
  const refresh = async (): Promise<string> => {
    try {
      current = await withDeadline(timeoutMs, undefined, (signal) =>
        requestToken(http, credentials, signal),
      );
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

async function requestToken(
  http: BankHttp,
  { tokenUrl, clientId, clientSecret, now }: Credentials,
  signal: AbortSignal,
): Promise<Token> {
  const askedAtMs = now();
  const text = await http
    .send(tokenRequest(tokenUrl, clientId, clientSecret), signal)
    .catch(asOutage);
  const { access_token, expires_in = LIFE_DEFAULT_SECONDS } = parseReply(tokenSchema, text);
  const lifeMs = expires_in * 1000;
  return {
    value: access_token,
    refreshAtMs: askedAtMs + lifeMs - Math.min(REFRESH_EARLY_MS, lifeMs / 2),
  };
}

function tokenRequest(url: URL, clientId: string, clientSecret: string) {
  return {
    method: 'POST',
    url,
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: SCOPES }).toString(),
  } as const;
}

/** Refused credentials are our set-up's fault, never that of the charge being asked about. */
function asOutage(error: unknown): never {
  if (error instanceof PixError && (error.kind === 'rejected' || error.kind === 'not-found')) {
    throw new PixError('unavailable', 'The bank refused our credentials', error.cause);
  }
  throw error;
}
