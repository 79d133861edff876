import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { depositStory, type Stage } from './deposit-story.ts';
import { newHolder, type Profile, startSystemUnderTest } from './system-under-test.ts';

describeNeeding(['postgres', 'kafka', 'redis'], 'on Postgres, Kafka and Redis', () =>
  depositStory(() =>
    openStage({
      kafkaBrokers: process.env.TEST_KAFKA_BROKERS,
      redisUrl: process.env.TEST_REDIS_URL,
    }),
  ),
);
describeNeeding(['postgres'], 'on the embedded profile', () => depositStory(() => openStage({})));

/** The five services and the bank as processes of this machine. */
async function openStage(profile: Profile): Promise<Stage> {
  await using opening = new AsyncDisposableStack();
  const system = opening.use(await startSystemUnderTest(profile));
  const holder = opening.use(await newHolder(system));
  const opened = opening.move();
  const { baseUrl, bankUrl } = system;
  return { baseUrl, bankUrl, holder, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
