import { setTimeout as delay } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { paths } from './api.ts';

export type Api = ReturnType<typeof openClient>;

/** Tells on standard output of each call, as the document names it. */
export function openClient(baseUrl: string, headers: Record<string, string>) {
  const client = createClient<paths>({ baseUrl, headers });
  client.use({
    onRequest: ({ request, schemaPath }) => {
      process.stdout.write(`${request.method} ${schemaPath}\n`);
    },
  });
  return client;
}

type Outcome = { readonly data?: unknown; readonly error?: unknown; readonly response: Response };

/** What a successful reply holds. */
export function ok<O extends Outcome>({ data, error, response }: O): NonNullable<O['data']> {
  if (error === undefined && data !== undefined && data !== null) return data;
  throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(error)}`);
}

const ATTEMPTS_MAX = 200;
const PAUSE_MS = 100;

/** Asks until there is a result: what happens behind the API takes a moment. */
export async function until<T>(ask: () => Promise<T | null | undefined>): Promise<T> {
  for (let attempts = 0; attempts < ATTEMPTS_MAX; attempts += 1) {
    const result = await ask();
    if (result !== null && result !== undefined) return result;
    await delay(PAUSE_MS);
  }
  throw new Error(`nothing after ${(ATTEMPTS_MAX * PAUSE_MS) / 1000} s`);
}
