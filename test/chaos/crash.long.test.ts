import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { payAtBank } from '../../packages/launcher/src/pay-at-bank.ts';
import { newHolder, type Profile, startSystemUnderTest } from '../e2e/system-under-test.ts';

const DEPOSITS = 200;
const VALUE_CENTS = 1_000;
const CREDIT_CENTS = 990;
/** Charges holds the relay; ledger and webhooks hold the consumers. */
const VICTIMS = ['charges', 'ledger', 'webhooks'];
const AT_ONCE = 8;
const SETTLE_MAX_MS = 120_000;

describeNeeding(['postgres', 'kafka', 'redis'], 'on Postgres, Kafka and Redis', () =>
  crashes(() => ({
    kafkaBrokers: process.env.TEST_KAFKA_BROKERS,
    redisUrl: process.env.TEST_REDIS_URL,
  })),
);
describeNeeding(['postgres'], 'on the embedded profile', () => crashes(() => ({})));

function crashes(profile: () => Profile): void {
  // A short limit lets a lost attempt be tried again soon; this process, which is the receiver, may stall so long.
  const env = { WEBHOOK_TIMEOUT_MS: '8000', WEBHOOK_LEASE_MARGIN_MS: '1000' };
  const system = forTests(() => startSystemUnderTest({ ...profile(), env }));
  const holder = forTests(() => newHolder(system));

  test(
    'kill -9 of relay, ledger and webhooks in the middle of 200 paid deposits: each is credited once and delivered',
    async () => {
      const links = new Set<string>();
      let paid = 0;
      const next = async (): Promise<void> => {
        const { emv, paymentLinkId } = await holder.api.deposits.create({ value: VALUE_CENTS });
        links.add(paymentLinkId);
        await payAtBank(system.bankUrl, emv);
        paid += 1;
        if (paid % (DEPOSITS / 10) === 0) crash(paid);
      };
      const crash = (turn: number): void => {
        const victim = VICTIMS[(turn / (DEPOSITS / 10)) % VICTIMS.length] ?? '';
        system.programs.get(victim)?.crash();
      };
      await inParallel(AT_ONCE, DEPOSITS, () => eventually(next, { timeoutMs: SETTLE_MAX_MS }));

      await Promise.all(
        [...links].map((link) =>
          eventually(async () => (await holder.api.deposits.get(link)).status === 'COMPLETED', {
            timeoutMs: SETTLE_MAX_MS,
          }),
        ),
      );
      await eventually(
        async () => {
          const { available } = await holder.api.balance();
          expect(available).toBe(links.size * CREDIT_CENTS);
        },
        { timeoutMs: SETTLE_MAX_MS },
      );
      await eventually(() => expect(delivered()).toEqual(links), { timeoutMs: SETTLE_MAX_MS });
      // Checked again after everything was retried: a late second credit or webhook would show now.
      expect((await holder.api.balance()).available).toBe(links.size * CREDIT_CENTS);
      expect(idsPerLink()).toEqual(new Map([...links].map((link) => [link, 1])));
    },
    3 * SETTLE_MAX_MS,
  );

  const bodies = () => holder.receiver.received.map(({ body }) => JSON.parse(body));

  function delivered(): Set<string> {
    return new Set(bodies().map(({ data }) => data.paymentLinkId));
  }

  /** A delivery may be repeated after a crash, but never under another id. */
  function idsPerLink(): Map<string, number> {
    const ids = Map.groupBy(bodies(), ({ data }) => data.paymentLinkId);
    return new Map([...ids].map(([link, all]) => [link, new Set(all.map(({ id }) => id)).size]));
  }
}

async function inParallel(width: number, count: number, work: () => Promise<void>): Promise<void> {
  let started = 0;
  const worker = async (): Promise<void> => {
    while (started < count) {
      started += 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
}
