/** npm run rewind -- --group ledger --to <time> --reason <why>: re-consume after a restored database. */
import { Topic } from '@entrada/contracts/topics';
import { eventLogProblems } from '@entrada/platform/events/open-event-log';
import { rewindGroup } from '@entrada/platform/events/rewind';
import { readArguments, timeIn } from './operator/arguments.ts';
import { noteFirst } from './operator/audited.ts';
import { leave } from './operator/leave.ts';
import { ledgerEnv } from './operator/ledger-access.ts';
import { sentenceOf } from './operator/sentence.ts';

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
const topics = Object.hasOwn(TOPICS, group) ? TOPICS[group] : undefined;
if (!topics) leave(`--group must be ${Object.keys(TOPICS).join(' or ')}.\n${USAGE}`);
const to =
  timeIn(values.to) ?? leave(`--to must be a time such as 2026-11-15T12:00:00Z.\n${USAGE}`);
if (!reason) leave(`--reason is needed.\n${USAGE}`);

const env = await ledgerEnv();
const eventLog = {
  kafkaBrokers: env.KAFKA_BROKERS,
  kafkaPrefix: env.KAFKA_PREFIX,
  eventsDatabaseUrl: env.DATABASE_URL_EVENTS,
};
// Asked before the audit log hears of it, so that nothing that cannot be done is in it.
if (eventLogProblems(eventLog).length > 0) {
  leave('Set KAFKA_BROKERS or DATABASE_URL_EVENTS, or run npm start first.');
}

try {
  await noteFirst({
    action: 'events.rewind',
    subject: `group:${group}`,
    detail: { to: to.toISOString(), reason },
  });
  await rewindGroup(eventLog, { group, topics, to });
  console.log(`${group} reads ${topics.join(' and ')} again from ${to.toISOString()} on.`);
} catch (error) {
  console.error(sentenceOf(error, { service: 'AUTH_ADDRESS', database: 'DATABASE_URL_EVENTS' }));
  process.exitCode = 1;
}
