import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Call, openConnections, type SentRequest, send } from './send.ts';

/** With twelve pods, their stores and a control plane on two cores, ten would leave nothing for pods to start with. */
const DEPOSITS_PER_SECOND = 6;
/**
 * Where two cores cannot keep up, fewer are begun: a longer queue would be what every request waits for, until it
 * fails at its deadline and is sent again.
 */
const AT_ONCE_MAX = 2 * DEPOSITS_PER_SECOND;
const RETRY_AFTER_MS = 50;
const RETRY_MAX_MS = 60_000;
const VALUE_CENTS = 1_000;
/** A payment that is repeated after a lost reply is refused as made. */
const ACCEPTED = { create: /^20[01]$/, pay: /^(20[01]|409.*)$/, query: /^200$/ } as const;

type Charge = {
  readonly paymentLinkId: string;
  readonly value: number;
  readonly fee: number;
  readonly emv: string;
};
type Deposit = Charge & { readonly isPaid: boolean };

/** Of a request that failed, and was sent again until it was answered. */
export type Recovery = {
  readonly what: Call['what'];
  /** Of each attempt that failed. */
  readonly outcomes: readonly string[];
  /** For the first time. */
  readonly failedAt: number;
  readonly answeredAfterMs: number;
};

export type Load = AsyncDisposable & {
  readonly sent: readonly SentRequest[];
  readonly recoveries: readonly Recovery[];
  /** Created, perhaps paid, and queried; what is under way is not among them yet. */
  readonly deposits: readonly Deposit[];
  /** Resolves when the deposits that are under way at present are through. */
  presentOnes(): Promise<void>;
  /** No deposit is begun any more; resolves when all that were are through. */
  stop(): Promise<void>;
};

type Doors = { readonly baseUrl: string; readonly bankUrl: string; readonly apiKey: string };

/** Deposits at a steady rate, each created and queried and every second one paid; a request that fails is sent again. */
export function openLoad({ baseUrl, bankUrl, apiKey }: Doors): Load {
  const { sent, recoveries, persist, ...sender } = openSender();
  const deposits: Deposit[] = [];
  const underWay = new Set<Promise<void>>();
  const problems: unknown[] = [];
  const authorization = `Bearer ${apiKey}`;

  async function deposit(isPaid: boolean): Promise<void> {
    const created = await persist({
      what: 'create',
      url: `${baseUrl}/api/deposit`,
      headers: { authorization, 'idempotency-key': randomUUID() },
      body: { value: VALUE_CENTS },
    });
    const { charge } = created.reply as { readonly charge: Charge };
    if (isPaid)
      await persist({ what: 'pay', url: `${bankUrl}/sandbox/pay`, body: { emv: charge.emv } });
    const url = `${baseUrl}/api/deposit/${charge.paymentLinkId}`;
    await persist({ what: 'query', url, headers: { authorization } });
    deposits.push({ ...charge, isPaid });
  }

  let begun = 0;
  const timer = setInterval(() => {
    if (underWay.size >= AT_ONCE_MAX) return;
    begun += 1;
    const one = deposit(begun % 2 === 0)
      .catch((error) => void problems.push(error))
      .finally(() => underWay.delete(one));
    underWay.add(one);
  }, 1_000 / DEPOSITS_PER_SECOND);

  async function presentOnes(): Promise<void> {
    await Promise.all(underWay);
  }
  async function stop(): Promise<void> {
    clearInterval(timer);
    await presentOnes();
    if (problems.length > 0) throw new AggregateError(problems, 'deposits were given up');
  }
  return {
    sent,
    recoveries,
    deposits,
    presentOnes,
    stop,
    async [Symbol.asyncDispose]() {
      await stop().catch(() => {});
      sender[Symbol.dispose]();
    },
  };
}

/** Sends requests until they are answered as they should be, and keeps how each went. */
function openSender() {
  const sent: SentRequest[] = [];
  const recoveries: Recovery[] = [];
  using opening = new DisposableStack();
  const fresh = opening.use(openConnections(false));
  // As a proxy in front of the gateway keeps its connections.
  const kept = opening.use(openConnections(true));

  async function persist(call: Call, failed: readonly SentRequest[] = []): Promise<SentRequest> {
    const one = await send(call, call.what === 'query' ? kept : fresh);
    sent.push(one);
    const [first = one] = failed;
    const failedAt = first.endedAt;
    const answeredAfterMs = one.endedAt - failedAt;
    if (!hasFailed(one)) {
      const outcomes = failed.map(({ outcome }) => outcome);
      if (failed.length > 0)
        recoveries.push({ what: call.what, outcomes, failedAt, answeredAfterMs });
      return one;
    }
    if (answeredAfterMs > RETRY_MAX_MS) throw new Error(`${call.what}: ${one.outcome}`);
    await delay(RETRY_AFTER_MS);
    return persist(call, [...failed, one]);
  }
  const open = opening.move();
  return { sent, recoveries, persist, [Symbol.dispose]: () => open.dispose() };
}

/** Not answered as it should be. */
export function hasFailed({ what, outcome }: SentRequest): boolean {
  return !ACCEPTED[what].test(outcome);
}
