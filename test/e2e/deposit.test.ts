import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { describeDeposit, EAGER_AUDITOR, type Stage, stageOn } from './describe-deposit.ts';
import { PATIENCE, startSystemUnderTest } from './system-under-test.ts';

/** The five services and the bank as processes of this machine. */
async function openStage(): Promise<Stage> {
  await using opening = new AsyncDisposableStack();
  const { TEST_KAFKA_BROKERS: kafkaBrokers, TEST_REDIS_URL: redisUrl } = process.env;
  const env = { ...PATIENCE, ...EAGER_AUDITOR };
  const system = opening.use(await startSystemUnderTest({ kafkaBrokers, redisUrl, env }));
  const stage = opening.use(await stageOn(system));
  const opened = opening.move();
  return { ...stage, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

// With events in Postgres it is in two-gateways.test.ts.
describeNeeding(['postgres', 'kafka', 'redis'], 'on Postgres, Kafka and Redis', () =>
  describeDeposit(openStage),
);
