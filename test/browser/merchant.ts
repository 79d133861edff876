import { createClient } from '@entrada/client/client';
import { eventually } from '@entrada/platform/testing/eventually';
import { signUp } from './sign-up.ts';

const UNAVAILABLE = 503;

/** An account with a session, as a browser has one, that calls the API from outside the browser. */
export async function newMerchant(baseUrl: string, name: string) {
  const { cookie } = await signUp(baseUrl, name);
  const api = createClient({
    baseUrl,
    // On a busy machine an audit line may come too late: then nothing was done, and the call is repeated.
    fetch: (url, init) =>
      eventually(async () => {
        const headers = new Headers(init?.headers);
        headers.set('cookie', cookie);
        const reply = await fetch(url, { ...init, headers });
        return reply.status !== UNAVAILABLE && reply;
      }),
  });
  return { cookie, api };
}

export type Merchant = Awaited<ReturnType<typeof newMerchant>>;
