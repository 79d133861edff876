import { eventually } from '@entrada/platform/testing/eventually';

export const VALUE_CENTS = 1_000;
const REQUEST_MAX_MS = 15_000;
const GIVE_UP_AFTER_MS = 120_000;

type Access = { readonly baseUrl: string; readonly apiKey: string };
export type Reply = { readonly body: string; readonly replayed: boolean };

export function createOnce(access: Access, key: string): Promise<Reply> {
  const body = { value: VALUE_CENTS, externalId: key };
  return postOnce(access, { path: '/api/deposit', key, body });
}

type Post = { readonly path: string; readonly key: string; readonly body: object };

/**
 * A client that repeats its request until it is answered, as our documentation asks: after a
 * broken connection, a 409 that says it still runs, and any 5xx. Everything else ends it.
 */
export async function postOnce(access: Access, { path, key, body }: Post): Promise<Reply> {
  const request = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  };
  const attempt = async (): Promise<Reply | Error | false> => {
    const signal = AbortSignal.timeout(REQUEST_MAX_MS);
    const reply = await fetch(`${access.baseUrl}${path}`, { ...request, signal });
    const text = await reply.text();
    if (reply.status === 201) {
      return { body: text, replayed: reply.headers.get('idempotent-replayed') === 'true' };
    }
    const isRunning = reply.status === 409 && JSON.parse(text).code === 'idempotency_in_progress';
    return reply.status >= 500 || isRunning ? false : new Error(`${reply.status} ${text}`);
  };
  const answered = await eventually(attempt, { timeoutMs: GIVE_UP_AFTER_MS });
  if (answered instanceof Error) throw answered;
  return answered;
}
