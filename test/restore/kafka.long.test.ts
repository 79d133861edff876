import { Topic } from '@entrada/contracts/topics';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { drillLedgerBehind, drillWebhooksBehind } from './behind-at-backup.ts';
import { type Client, clientOf } from './client.ts';
import { kafkaTopics } from './kafka-topics.ts';
import { drillLostStretch } from './lost-stretch.ts';
import { DRILL_MAX_MS, PATIENT } from './patience.ts';
import { startRestorableSystem } from './restorable-system.ts';

describeNeeding(['postgres', 'kafka'], 'the event log on Kafka after a disaster', () => {
  let client: Client;
  const begunAt = new Date();

  const system = forTests(() =>
    startRestorableSystem({ kafkaBrokers: process.env.TEST_KAFKA_BROKERS }),
  );
  beforeAll(async () => {
    client = clientOf(system);
  });

  test(
    'both topics are made again behind the offsets of their readers: each event arrives, once',
    async () => {
      const topics = kafkaTopics(system.system.ledgerEnv);
      await drillLostStretch({
        system,
        client,
        begunAt,
        async lose() {
          // One credit each was read before; the newer records are read by nobody.
          await eventually(async () => {
            expect(await topics.recordsIn(Topic.Charges)).toBeGreaterThanOrEqual(3);
            expect(await topics.recordsIn(Topic.Ledger)).toBeGreaterThanOrEqual(2);
          }, PATIENT);
          await topics.lose();
        },
      });
    },
    DRILL_MAX_MS,
  );

  test(
    'the ledger was behind at its backup: every cent is booked, once',
    () => drillLedgerBehind({ system, client, begunAt }),
    DRILL_MAX_MS,
  );

  test(
    'webhooks was behind at its backup: every event is sent, under one id',
    () => drillWebhooksBehind({ system, client, begunAt }),
    DRILL_MAX_MS,
  );
});
