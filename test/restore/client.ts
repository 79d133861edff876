import { randomUUID } from 'node:crypto';
import { createClient } from '@entrada/client/client';
import type { CreatedDeposit as Charge } from '@entrada/client/deposits';
import type { CreateDepositRequest } from '@entrada/client/gen/api';
import { eventually } from '@entrada/platform/testing/eventually';
import { DAY_MS } from '@entrada/platform/time/units';
import type { Holder, SystemUnderTest } from '../e2e/system-under-test.ts';
import { sandboxAt } from '../harness/sandbox.ts';

const TIMEOUT_MS = 60_000;
const FEED_PAGES_MAX = 100;
/** A callback, or else the sweep, on a machine that is busy with other tests. */
const LEARNED_MAX_MS = 120_000;

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

/** What the account, its payers and the bank do in a drill. Whatever fails is sent once. */
export function clientOf({ system: { baseUrl, bankUrl }, holder }: Owner) {
  const settings = { baseUrl, key: holder.apiKey, timeoutMs: TIMEOUT_MS, maxRetries: 0 };
  const { request } = createClient(settings);
  const bank = sandboxAt(bankUrl);

  const create = async (value: number, more: Partial<CreateDepositRequest> = {}): Promise<Charge> =>
    (await request('POST /api/deposit', { body: { value, ...more } })).charge;

  const pay = async ({ emv }: Pick<Charge, 'emv'>, more: object = {}): Promise<string> =>
    (await bank.pay({ emv, ...more }))[0].endToEndId;

  const eventsAbout = (event: string, about: string) =>
    holder.receiver.received
      .map(({ body }) => body)
      .filter((body) => body.includes(`"${event}"`) && body.includes(about))
      .map((body) => JSON.parse(body) as { id: string; data: Record<string, unknown> });

  const status = async ({ paymentLinkId }: Charge) => {
    const path = { paymentLinkId };
    return (await request('GET /api/deposit/{paymentLinkId}', { path })).charge.status;
  };
  const refundsOf = async ({ paymentLinkId }: Charge) => {
    const path = { paymentLinkId };
    return (await request('GET /api/deposit/{paymentLinkId}/refunds', { path })).refunds;
  };

  return {
    create,
    pay,
    eventsAbout,
    status,
    refundsOf,
    /** Created and paid, and its owner was sent the credit. */
    async deposit(value: number, more: object = {}): Promise<PaidDeposit> {
      const charge = await create(value);
      const endToEndId = await pay(charge, more);
      const isCredited = () => eventsAbout('DEPOSIT_ASSET_SUCCESS', charge.id).length > 0;
      await eventually(isCredited, { timeoutMs: LEARNED_MAX_MS });
      return { charge, endToEndId };
    },
    async cancel({ paymentLinkId }: Charge): Promise<void> {
      await request('DELETE /api/deposit/{paymentLinkId}', { path: { paymentLinkId } });
    },
    /** Its status and refunds, as the account sees them. */
    find: async (charge: Charge) => ({
      status: await status(charge),
      refunds: await refundsOf(charge),
    }),
    balance: async () => (await request('GET /api/balance')).balance,
    /** Of two days before and after now, whatever clock was ahead. */
    async overview() {
      const [from, to] = [-1, 1].map((sign) =>
        new Date(Date.now() + sign * 2 * DAY_MS).toISOString(),
      );
      return (await request('GET /api/overview', { query: { from, to } })).overview;
    },
    /** Everybody's suspense is the operator's; this is what no charge of ours asked for. */
    async payUnknown(value: number, more: object = {}): Promise<string> {
      const txid = randomUUID().replaceAll('-', '');
      return (await bank.payUnknown({ value, txid, ...more }))[0].endToEndId;
    },
    async refund({ paymentLinkId }: Charge, value: number, idempotencyKey: string = randomUUID()) {
      const order = { path: { paymentLinkId }, body: { value }, idempotencyKey };
      return (await request('POST /api/deposit/{paymentLinkId}/refund', order)).refund;
    },
    async returnByBank(endToEndId: string, value: number, more: object = {}): Promise<void> {
      await bank.returnPayment({ endToEndId, value, natureza: 'MED_FRAUDE', ...more });
    },
    /** Everything after a cursor, and where to go on. */
    async feed(from: string): Promise<{ cursor: string; events: readonly FeedEvent[] }> {
      const all: FeedEvent[] = [];
      let cursor = from;
      for (let page = 0; page < FEED_PAGES_MAX; page += 1) {
        const query = { limit: 100, after: cursor === '' ? undefined : cursor };
        const { events, nextCursor } = await request('GET /api/events', { query });
        all.push(...(events as readonly FeedEvent[]));
        if (events.length === 0 || nextCursor === null) break;
        cursor = nextCursor;
      }
      return { cursor, events: all };
    },
    fail: bank.fail,
    truth: bank.truth,
  };
}

export type Client = ReturnType<typeof clientOf>;

/** A charge that the bank was paid for, although the ledger or webhooks may be stopped. */
export async function paidCharge(client: Client, value: number): Promise<Charge> {
  const charge = await client.create(value);
  await client.pay(charge);
  await eventually(async () => expect(await client.status(charge)).toBe('COMPLETED'), {
    timeoutMs: LEARNED_MAX_MS,
  });
  return charge;
}
