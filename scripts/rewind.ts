/** npm run rewind -- --group ledger --to <time> --reason <why>: re-consume after a restored database. */
import { Topic } from '@entrada/contracts/topics';
import { rewindGroup } from '@entrada/platform/events/rewind';
import { readArguments } from './operator/arguments.ts';
import { noteFirst } from './operator/audited.ts';
import { leave, ledgerEnv } from './operator/ledger-access.ts';

const USAGE = `Usage: npm run rewind -- --group ledger --to 2026-11-15T12:00:00Z --reason <why>
Give the time to which the database was restored, less a minute. What was handled already is not
handled twice. On Kafka, stop the service first (kubectl scale --replicas 0).`;
const TOPICS: Readonly<Record<string, readonly string[]>> = {
  ledger: [Topic.Charges],
  webhooks: [Topic.Charges, Topic.Ledger],
};

const text = { type: 'string', default: '' } as const;
const { values } = readArguments(USAGE, { options: { group: text, to: text, reason: text } });
const { group, reason } = values;
const to = new Date(values.to);
const topics = TOPICS[group];
if (!topics || Number.isNaN(to.getTime()) || !reason) leave(USAGE);

try {
  await noteFirst({
    action: 'events.rewind',
    subject: `group:${group}`,
    detail: { to: to.toISOString(), reason },
  });
  const env = await ledgerEnv();
  await rewindGroup(
    {
      kafkaBrokers: env.KAFKA_BROKERS,
      kafkaPrefix: env.KAFKA_PREFIX,
      eventsDatabaseUrl: env.DATABASE_URL_EVENTS,
    },
    { group, topics, to },
  );
  console.log(`${group} reads ${topics.join(' and ')} again from ${to.toISOString()} on.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
