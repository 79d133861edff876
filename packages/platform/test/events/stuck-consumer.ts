/** A consumer that handles its first batch and never acknowledges it; its environment names what to read. */
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { processEnv } from '../../src/config/common-settings.ts';
import { openEventLog } from '../../src/events/open-event-log.ts';
import { openHealth } from '../../src/runtime/runtime.ts';

const { KAFKA, EVENTS, CONSUMER = '', GROUP = '', TOPIC = '' } = processEnv();
const log = pino();
const runtime = { log, metrics: new Registry(), health: openHealth() };
const eventLog = openEventLog({ kafkaBrokers: KAFKA, eventsDatabaseUrl: EVENTS }, runtime, 'stuck');
await eventLog.subscribe(
  { group: GROUP, topics: [TOPIC], databaseUrl: CONSUMER },
  async (records) => {
    log.info({ values: records.map(({ value }) => value.toString()) }, 'handled, not acknowledged');
    await new Promise(() => {});
  },
);
log.info('ready');
