import { performance } from 'node:perf_hooks';
import { z } from 'zod';

const REQUEST_MAX_MS = 5_000;
/** A token is not used in the last part of its life: a broker's clock may be ahead of ours. */
const USED_FOR = 0.8;
const ANSWER_BYTES_MAX = 65_536;

const ANSWER = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

export type TokenLogin = {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

/** Tokens by the client credentials grant (RFC 6749, 4.4); connections that need one at the same time share a request. */
export function openTokens(login: TokenLogin): () => Promise<{ readonly value: string }> {
  let current: { readonly value: string; readonly until: number } | undefined;
  let asking: Promise<{ readonly value: string }> | undefined;

  async function ask(): Promise<{ readonly value: string }> {
    const askedAt = performance.now();
    const { access_token: value, expires_in: seconds } = await fetchToken(login);
    current = { value, until: askedAt + seconds * 1_000 * USED_FOR };
    return { value };
  }

  return async () => {
    if (current && performance.now() < current.until) return { value: current.value };
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

/** Says nothing of what was sent or received: both are secrets. */
async function fetchToken({ tokenUrl, clientId, clientSecret }: TokenLogin) {
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const response = await fetch(tokenUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
    redirect: 'error',
    signal: AbortSignal.timeout(REQUEST_MAX_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`KAFKA_SASL_TOKEN_URL answered with status ${response.status}`);
  const answer = ANSWER.safeParse(text.length > ANSWER_BYTES_MAX ? null : parsed(text));
  if (!answer.success) throw new Error('KAFKA_SASL_TOKEN_URL answered without a token');
  return answer.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
