import { randomUUID } from 'node:crypto';
import type { CreatedDeposit as Charge } from '@entrada/client/deposits';
import { eventually } from '@entrada/platform/testing/eventually';
import { DAY_MS } from '@entrada/platform/time/units';
import type { Holder, SystemUnderTest } from '../e2e/system-under-test.ts';

const TIMEOUT_MS = 60_000;
const FEED_PAGES_MAX = 100;
/** A callback, or else the sweep, on a machine that is busy with other tests. */
const LEARNED_MAX_MS = 120_000;

export type Balance = {
  readonly available: number;
  readonly held: number;
  readonly suspense: number;
  readonly owed: number;
};
type CountedSum = { readonly count: number; readonly value: number };
type Overview = {
  readonly incomplete: readonly string[];
  readonly totals: Readonly<
    Record<'created' | 'paid' | 'credited' | 'suspenseCredited' | 'refunded', CountedSum>
  > & { readonly fee: { readonly value: number }; readonly notified: { readonly count: number } };
};
type Refund = {
  readonly id: string;
  readonly status: string;
  readonly value: number;
  readonly origin: string;
};
type FeedEvent = {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
};
export type PaidDeposit = { readonly charge: Charge; readonly endToEndId: string };

type Owner = {
  readonly system: Pick<SystemUnderTest, 'baseUrl' | 'bankUrl'>;
  readonly holder: Pick<Holder, 'apiKey' | 'receiver'>;
};

/** A reply other than 2xx. */
export class Refused extends Error {
  readonly status: number;

  constructor(url: string, status: number, text: string) {
    super(`${url} answered ${status}: ${text}`);
    this.status = status;
  }
}

type Call = { readonly method?: string; readonly body?: object; readonly key?: string };

/** What the account, its payers and the bank do in a drill. */
export function clientOf({ system, holder }: Owner) {
  const call = async <T>(url: string, { method = 'GET', body, key }: Call = {}): Promise<T> => {
    const response = await fetch(url, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-api-key': holder.apiKey,
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Refused(url, response.status, text);
    return JSON.parse(text) as T;
  };
  const bank = <T>(path: string, body?: object) =>
    call<T>(`${system.bankUrl}/sandbox/${path}`, body ? { method: 'POST', body } : {});
  const api = <T>(path: string, options?: Call) =>
    call<T>(`${system.baseUrl}/api/${path}`, options);

  const create = async (value: number, more: object = {}): Promise<Charge> =>
    (await api<{ charge: Charge }>('deposit', { method: 'POST', body: { value, ...more } })).charge;

  type Payments = { payments: { endToEndId: string }[] };
  const pay = async ({ emv }: Charge, more: object = {}): Promise<string> =>
    (await bank<Payments>('pay', { emv, ...more })).payments[0]?.endToEndId ?? '';

  const isCredited = async ({ id }: Charge): Promise<boolean> =>
    eventsAbout('DEPOSIT_ASSET_SUCCESS', id).length > 0;

  const eventsAbout = (event: string, about: string) =>
    holder.receiver.received
      .map(({ body }) => body)
      .filter((body) => body.includes(`"${event}"`) && body.includes(about))
      .map((body) => JSON.parse(body) as { id: string; data: Record<string, unknown> });

  return {
    create,
    pay,
    eventsAbout,
    /** Created and paid, and its owner was sent the credit. */
    async deposit(value: number, more: object = {}): Promise<PaidDeposit> {
      const charge = await create(value);
      const endToEndId = await pay(charge, more);
      await eventually(() => isCredited(charge), { timeoutMs: LEARNED_MAX_MS });
      return { charge, endToEndId };
    },
    async cancel({ paymentLinkId }: Charge): Promise<void> {
      await api(`deposit/${paymentLinkId}`, { method: 'DELETE' });
    },
    async status({ paymentLinkId }: Charge): Promise<string> {
      return (await api<{ charge: Charge }>(`deposit/${paymentLinkId}`)).charge.status;
    },
    /** Its status and refunds, as the account sees them. */
    async find({ paymentLinkId }: Charge) {
      const { charge } = await api<{ charge: Charge }>(`deposit/${paymentLinkId}`);
      const { refunds } = await api<{ refunds: Refund[] }>(`deposit/${paymentLinkId}/refunds`);
      return { status: charge.status, refunds };
    },
    async balance(): Promise<Balance> {
      return (await api<{ balance: Balance }>('balance')).balance;
    },
    /** Of two days before and after now, whatever clock was ahead. */
    async overview(): Promise<Overview> {
      const [from, to] = [-1, 1].map((sign) => new Date(Date.now() + sign * 2 * DAY_MS));
      const range = `from=${from?.toISOString()}&to=${to?.toISOString()}`;
      return (await api<{ overview: Overview }>(`overview?${range}`)).overview;
    },
    /** Everybody's suspense is the operator's; this is what no charge of ours asked for. */
    async payUnknown(value: number, more: object = {}): Promise<string> {
      const order = { value, txid: randomTxid(), ...more };
      const { payments } = await bank<Payments>('pay-unknown', order);
      return payments[0]?.endToEndId ?? '';
    },
    async refund({ paymentLinkId }: Charge, value: number, key: string = randomUUID()) {
      const path = `deposit/${paymentLinkId}/refund`;
      const options = { method: 'POST', body: { value }, key };
      return (await api<{ refund: Refund }>(path, options)).refund;
    },
    async refundsOf({ paymentLinkId }: Charge): Promise<readonly Refund[]> {
      return (await api<{ refunds: Refund[] }>(`deposit/${paymentLinkId}/refunds`)).refunds;
    },
    async returnByBank(endToEndId: string, value: number, more: object = {}): Promise<void> {
      await bank('return', { endToEndId, value, natureza: 'MED_FRAUDE', ...more });
    },
    /** Everything after a cursor, and where to go on. */
    async feed(from: string): Promise<{ cursor: string; events: readonly FeedEvent[] }> {
      type Page = { events: FeedEvent[]; nextCursor: string | null };
      const all: FeedEvent[] = [];
      let cursor = from;
      for (let page = 0; page < FEED_PAGES_MAX; page += 1) {
        const query = cursor === '' ? '' : `&after=${encodeURIComponent(cursor)}`;
        const { events, nextCursor } = await api<Page>(`events?limit=100${query}`);
        all.push(...events);
        if (events.length === 0 || nextCursor === null) break;
        cursor = nextCursor;
      }
      return { cursor, events: all };
    },
    async failNext(operation: string, fault: string, count: number): Promise<void> {
      await bank('faults', { operation, fault, count });
    },
    truth: () => bank<{ payments: PaymentAtBank[] }>('truth').then(({ payments }) => payments),
  };
}

export type Client = ReturnType<typeof clientOf>;

export type PaymentAtBank = {
  readonly endToEndId: string;
  readonly txid: string | null;
  readonly value: number;
  readonly refunds: readonly {
    readonly id: string;
    readonly value: number;
    readonly status: string;
    readonly origin: string;
  }[];
};

/** What has gone back of a payment. */
export function settledCents({ refunds }: Pick<PaymentAtBank, 'refunds'>): number {
  return refunds
    .filter(({ status }) => status === 'DEVOLVIDO')
    .reduce((sum, { value }) => sum + value, 0);
}

function randomTxid(): string {
  return randomUUID().replaceAll('-', '');
}

/** A charge that the bank was paid for, although the ledger or webhooks may be stopped. */
export async function paidCharge(client: Client, value: number): Promise<Charge> {
  const charge = await client.create(value);
  await client.pay(charge);
  await eventually(async () => expect(await client.status(charge)).toBe('COMPLETED'), {
    timeoutMs: LEARNED_MAX_MS,
  });
  return charge;
}
