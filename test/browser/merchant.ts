import { randomUUID } from 'node:crypto';
import { signUp } from './sign-up.ts';

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
    const reply = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        cookie,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
    return JSON.parse(text) as Reply;
  }
  return { email, password, cookie, call };
}

export type Merchant = Awaited<ReturnType<typeof newMerchant>>;
