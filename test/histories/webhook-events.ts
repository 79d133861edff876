import type { PaymentAtBank } from '../harness/sandbox.ts';
import type { Client } from '../restore/client.ts';
import type { SuspenseItem } from './suspense.ts';
import type { MadeCharge, Owner } from './world.ts';

const SUCCESS = 'DEPOSIT_ASSET_SUCCESS';
const REFUNDED = 'DEPOSIT_ASSET_REFUNDED';
const UNKNOWN = 'UNKNOWN_TXID';
const DECIDED: readonly string[] = ['CREDITED', 'REFUNDED'];

export type Deposit = MadeCharge & Awaited<ReturnType<Client['find']>>;

type FinalState = {
  readonly owner: Owner;
  readonly deposits: readonly Deposit[];
  readonly payments: readonly PaymentAtBank[];
  readonly suspense: readonly SuspenseItem[];
};

/** One event for each credit, refund, failed refund, return, suspended payment and decision, and for nothing else. */
export async function expectWebhookEvents({ owner, ...ended }: FinalState): Promise<void> {
  const { deposits, payments, suspense } = ended;
  const { client, accountId } = owner;
  const completed = deposits.filter(({ status }) => status === 'COMPLETED');
  const asked = deposits
    .flatMap(({ refunds }) => refunds)
    .filter(({ origin }) => origin !== 'BANK');
  const own = suspense.filter((item) => item.accountId === accountId);
  const txids = new Set(deposits.map(({ txid }) => txid));
  const unknown = new Set(
    own.filter(({ kind }) => kind === UNKNOWN).map(({ endToEndId }) => endToEndId),
  );
  const returns = payments
    .filter(({ txid, endToEndId }) => txids.has(txid) && !unknown.has(endToEndId))
    .flatMap(({ refunds }) => refunds)
    .filter(({ origin, status }) => origin === 'BANK' && status === 'DEVOLVIDO');

  expect(await eventsInFeed(client)).toEqual({
    credits: sorted(completed, ({ charge }) => charge.id),
    refunds: sorted(
      asked.filter(({ status }) => status === 'SETTLED'),
      ({ id }) => id,
    ),
    failed: sorted(
      asked.filter(({ status }) => status === 'FAILED'),
      ({ id }) => id,
    ),
    returned: returns.reduce((sum, { value }) => sum + value, 0),
    suspended: sorted(
      own.filter(({ kind }) => kind !== UNKNOWN),
      ({ exceptionId }) => exceptionId,
    ),
    decided: sorted(
      own.filter(({ resolution }) => DECIDED.includes(resolution)),
      ({ exceptionId, amountCents, returnedCents }) =>
        `${exceptionId}: ${amountCents - returnedCents}`,
    ),
  });
  for (const { charge } of completed) {
    const sent = client.eventsAbout(SUCCESS, charge.id);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(sent[0]?.data).toMatchObject({ creditedValue: charge.value - charge.fee });
  }
}

/** Everything in the feed of an account, by what it is about. */
async function eventsInFeed(client: Client) {
  const { events } = await client.feed('');
  const about = (wanted: string, field: string, origin?: string) =>
    sorted(
      events.filter(({ event, data }) => event === wanted && (!origin || data.origin === origin)),
      ({ data }) => String(data[field]),
    );
  const returned = events.filter(
    ({ event, data }) => event === REFUNDED && data.origin === 'BANK' && data.chargeId !== null,
  );
  return {
    credits: about(SUCCESS, 'chargeId'),
    refunds: about(REFUNDED, 'refundId', 'CLIENT'),
    failed: about('DEPOSIT_ASSET_REFUND_FAILED', 'refundId'),
    returned: returned.reduce((sum, { data }) => sum + Number(data.refundValue), 0),
    suspended: about('DEPOSIT_ASSET_EXCEPTION', 'exceptionId'),
    decided: sorted(
      events.filter(({ event }) => event === 'DEPOSIT_ASSET_EXCEPTION_RESOLVED'),
      ({ data }) => `${data.exceptionId}: ${data.amount}`,
    ),
  };
}

function sorted<T>(list: readonly T[], idOf: (one: T) => string): readonly string[] {
  return list.map(idOf).sort();
}
