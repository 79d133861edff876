import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { describeDeposit, type Stage } from './describe-deposit.ts';
import { newHolder, PATIENCE, type Profile, startSystemUnderTest } from './system-under-test.ts';

describeNeeding(['postgres', 'kafka', 'redis'], 'on Postgres, Kafka and Redis', () =>
  describeDeposit(() =>
    openStage({
      kafkaBrokers: process.env.TEST_KAFKA_BROKERS,
      redisUrl: process.env.TEST_REDIS_URL,
    }),
  ),
);
describeNeeding(['postgres'], 'on the embedded profile', () =>
  describeDeposit(() => openStage({})),
);

/** Waited for, and longer than a busy machine takes to credit a payment: that would be a violation. */
const AUDIT_LAG_MS = 15_000;
/** The auditor looks sooner and more often than it would. */
const EAGER_AUDITOR = { AUDIT_EVERY_MS: '500', AUDIT_LAG_MS: String(AUDIT_LAG_MS) };

/** The five services and the bank as processes of this machine. */
async function openStage(profile: Profile): Promise<Stage> {
  await using opening = new AsyncDisposableStack();
  const system = opening.use(
    await startSystemUnderTest({ ...profile, env: { ...PATIENCE, ...EAGER_AUDITOR } }),
  );
  const holder = opening.use(await newHolder(system));
  const opened = opening.move();
  const { baseUrl, bankUrl, ports } = system;
  return {
    baseUrl,
    bankUrl,
    holder,
    auditLagMs: AUDIT_LAG_MS,
    metricsOf: async (service) => [
      await (await fetch(`http://127.0.0.1:${ports[`${service}Admin`]}/metrics`)).text(),
    ],
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
