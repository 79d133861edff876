/** An account holder who creates deposits and hears of each by webhook, and the payers who pay them; all at a steady rate. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CreatedDeposit } from '@entrada/client/deposits';
import { Entrada } from '@entrada/client/entrada';
import { openReceiver } from '@entrada/deposit-check/webhook-receiver';
import { eventually } from '@entrada/platform/testing/eventually';
import { payAtBank } from '../packages/launcher/src/pay-at-bank.ts';
import { seed } from '../packages/launcher/src/seed.ts';
import { ACCOUNT, VALUE_CENTS } from './account.ts';
import { answerWith } from './worker.ts';

export type Order =
  /** Signs the account up, and waits until a webhook arrives. */
  | ({ readonly act: 'open' } & Addresses)
  | { readonly act: 'create'; readonly count: number; readonly perSecond: number }
  /** Pays the oldest deposits that are unpaid, and waits for their webhooks. */
  | { readonly act: 'pay'; readonly count: number; readonly perSecond: number };

type Addresses = {
  readonly baseUrl: string;
  readonly bankUrl: string;
  readonly authAddress: string;
  readonly webhooksAddress: string;
  readonly certificates: string;
};

/** Times since the bank's own time of payment, one per payment. */
export type Arrivals = { readonly creditedMs: number[]; readonly deliveredMs: number[] };
type Arrival = { readonly creditedMs: number; readonly deliveredMs: number };
export type OrderResult = Arrivals & { readonly apiKey: string };

const ARRIVAL_WAIT_MAX_MS = 60_000;
const CALLBACK_ATTEMPTS_MAX = 20;
const CALLBACK_WAIT_MS = 1_000;

type Account = { readonly api: Entrada; readonly apiKey: string; readonly bankUrl: string };

const arrived = new Map<string, Arrival>();
const unpaid: CreatedDeposit[] = [];
let account: Account | undefined;

async function follow(order: Order): Promise<OrderResult> {
  if (order.act === 'open') account = await open(order);
  if (!account) throw new Error('open comes first');
  if (order.act === 'create') await create(account, order);
  const arrivals = order.act === 'pay' ? await pay(account, order) : [];
  return {
    apiKey: account.apiKey,
    creditedMs: arrivals.map(({ creditedMs }) => creditedMs),
    deliveredMs: arrivals.map(({ deliveredMs }) => deliveredMs),
  };
}

async function open(addresses: Addresses): Promise<Account> {
  const { baseUrl, bankUrl } = addresses;
  const receiver = await openReceiver({
    onReceived({ body }) {
      const now = performance.timeOrigin + performance.now();
      const { timestamp, data } = JSON.parse(body);
      if (arrived.has(data.chargeId)) return;
      const paidAt = Date.parse(data.paidAt);
      arrived.set(data.chargeId, {
        creditedMs: Date.parse(timestamp) - paidAt,
        deliveredMs: now - paidAt,
      });
    },
  });
  const { apiKey } = await seed(addresses, { ...ACCOUNT, webhookUrl: receiver.url });
  const api = new Entrada({ baseUrl, apiKey });
  // Charges registers its callback in the background; nobody reports payments made before that.
  for (let attempt = 0; attempt < CALLBACK_ATTEMPTS_MAX && arrived.size === 0; attempt += 1) {
    const { emv } = await api.deposits.create({ value: VALUE_CENTS });
    await payAtBank(bankUrl, emv);
    await eventually(() => arrived.size > 0, { timeoutMs: CALLBACK_WAIT_MS }).catch(() => {});
  }
  return { api, apiKey, bankUrl };
}

type Load = { readonly count: number; readonly perSecond: number };

async function create({ api }: Account, { count, perSecond }: Load): Promise<void> {
  const values = Array.from({ length: count }, () => VALUE_CENTS);
  // The gateway refuses what a crowded machine cannot take.
  const createOne = (value: number) => eventually(() => api.deposits.create({ value }));
  unpaid.push(...(await atRate(values, perSecond, createOne)));
}

async function pay({ bankUrl }: Account, { count, perSecond }: Load): Promise<Arrival[]> {
  const deposits = unpaid.splice(0, count);
  await atRate(deposits, perSecond, ({ emv }) => payAtBank(bankUrl, emv));
  await eventually(() => deposits.every(({ id }) => arrived.has(id)), {
    timeoutMs: ARRIVAL_WAIT_MAX_MS,
  });
  return deposits.flatMap(({ id }) => arrived.get(id) ?? []);
}

/** Each begins at its own time, whether or not those before it are done. */
function atRate<T, R>(
  items: readonly T[],
  perSecond: number,
  act: (item: T) => Promise<R>,
): Promise<R[]> {
  const started = performance.now();
  return Promise.all(
    items.map(async (item, index) => {
      await delay(Math.max(1, started + (index * 1_000) / perSecond - performance.now()));
      return act(item);
    }),
  );
}

answerWith(follow);
