/** Payers who pay at a steady rate, and the account holder who hears of it by webhook. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CreatedDeposit } from '@entrada/client/deposits';
import { Entrada } from '@entrada/client/entrada';
import { openReceiver } from '@entrada/deposit-check/webhook-receiver';
import { eventually } from '@entrada/platform/testing/eventually';
import { payAtBank } from '../packages/launcher/src/pay-at-bank.ts';
import { seed } from '../packages/launcher/src/seed.ts';
import { ACCOUNT } from './account.ts';
import { VALUE_CENTS } from './value.ts';
import { answerWith } from './worker.ts';

export type Paying = {
  readonly baseUrl: string;
  readonly bankUrl: string;
  readonly authAddress: string;
  readonly webhooksAddress: string;
  readonly certificates: string;
  readonly perSecond: number;
  /** Paid at the same rate before those that count. */
  readonly warmUpCount: number;
  readonly count: number;
};

/** Times since the bank's own time of payment, one per payment. */
export type Arrivals = { readonly creditedMs: number[]; readonly deliveredMs: number[] };

const CREATED_AT_ONCE = 8;
const ARRIVAL_WAIT_MAX_MS = 60_000;
const CALLBACK_ATTEMPTS_MAX = 20;
const CALLBACK_WAIT_MS = 1_000;

async function pay(paying: Paying): Promise<Arrivals> {
  const arrived = new Map<string, { creditedMs: number; deliveredMs: number }>();
  await using receiver = await openReceiver({
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
  const { apiKey } = await seed(paying, { ...ACCOUNT, webhookUrl: receiver.url });
  await untilBankCallsBack(paying, apiKey, () => arrived.size > 0);
  const charges = await createCharges(paying, apiKey);
  await payAll(paying, charges);
  await eventually(() => charges.every(({ id }) => arrived.has(id)), {
    timeoutMs: ARRIVAL_WAIT_MAX_MS,
  });
  const counted = charges.slice(paying.warmUpCount).flatMap(({ id }) => arrived.get(id) ?? []);
  return {
    creditedMs: counted.map(({ creditedMs }) => creditedMs),
    deliveredMs: counted.map(({ deliveredMs }) => deliveredMs),
  };
}

/** Charges registers its callback in the background; nobody tells of payments made before that. */
async function untilBankCallsBack(
  { baseUrl, bankUrl }: Paying,
  apiKey: string,
  hasArrived: () => boolean,
): Promise<void> {
  const api = new Entrada({ baseUrl, apiKey });
  for (let turn = 0; turn < CALLBACK_ATTEMPTS_MAX && !hasArrived(); turn += 1) {
    const { emv } = await api.deposits.create({ value: VALUE_CENTS });
    await payAtBank(bankUrl, emv);
    await eventually(hasArrived, { timeoutMs: CALLBACK_WAIT_MS }).catch(() => {});
  }
}

async function createCharges(paying: Paying, apiKey: string): Promise<CreatedDeposit[]> {
  const api = new Entrada({ baseUrl: paying.baseUrl, apiKey });
  const charges: CreatedDeposit[] = [];
  const total = paying.warmUpCount + paying.count;
  while (charges.length < total) {
    const length = Math.min(CREATED_AT_ONCE, total - charges.length);
    charges.push(
      ...(await Promise.all(
        Array.from({ length }, () => api.deposits.create({ value: VALUE_CENTS })),
      )),
    );
  }
  return charges;
}

/** Each at its own time, whether or not those before it are done. */
async function payAll(paying: Paying, charges: readonly CreatedDeposit[]): Promise<void> {
  const started = performance.now();
  await Promise.all(
    charges.map(async ({ emv }, turn) => {
      await delay(Math.max(1, started + (turn * 1_000) / paying.perSecond - performance.now()));
      await payAtBank(paying.bankUrl, emv);
    }),
  );
}

answerWith(pay);
