import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { signUp } from './sign-up.ts';

const UNAVAILABLE = 503;

type Charge = { readonly paymentLinkId: string; readonly status: string };
type Webhook = { readonly id: string };
type Delivery = {
  readonly id: string;
  readonly status: string;
  readonly attempts: readonly unknown[];
};
type Reply = {
  readonly balance: { readonly available: number };
  readonly charge: Charge;
  readonly webhook: Webhook;
  readonly delivery: Delivery;
  readonly deliveries: readonly Delivery[];
  readonly refunds: readonly { readonly status: string }[];
};

/** An account with a session, as a browser has one, that calls the API from outside the browser. */
export async function newMerchant(baseUrl: string, name: string) {
  const { email, password, cookie } = await signUp(baseUrl, name);

  async function call(method: string, path: string, body?: object): Promise<Reply> {
    const request = {
      method,
      headers: {
        cookie,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      ...(body && { body: JSON.stringify(body) }),
    };
    // On a busy machine an audit line may come too late: then nothing was done, and the key makes a repeat safe.
    const reply = await eventually(async () => {
      const answered = await fetch(`${baseUrl}${path}`, request);
      return answered.status !== UNAVAILABLE && answered;
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
    return JSON.parse(text) as Reply;
  }
  return { email, password, cookie, call };
}

export type Merchant = Awaited<ReturnType<typeof newMerchant>>;
