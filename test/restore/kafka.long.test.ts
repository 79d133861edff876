import { Topic } from '@entrada/contracts/topics';
import { describeNeeding } from '@entrada/platform/testing/describe-needing';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { testBackupsBehind } from './behind-at-backup.ts';
import { clientOf } from './client.ts';
import { kafkaTopics } from './kafka-topics.ts';
import { drillLostStretch } from './lost-stretch.ts';
import { DRILL_MAX_MS, PATIENT } from './patience.ts';
import { startRestorableSystem } from './restorable-system.ts';

describeNeeding(['postgres', 'kafka'], 'the event log on Kafka after a disaster', () => {
  const begunAt = new Date();
  const system = forTests(() =>
    startRestorableSystem({ kafkaBrokers: process.env.TEST_KAFKA_BROKERS }),
  );
  const client = forTests(() => clientOf(system));

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

  testBackupsBehind({ system, client, begunAt });
});
