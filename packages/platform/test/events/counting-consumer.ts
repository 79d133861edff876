/** A consumer that handles whatever comes, and logs what it handled and what waits. */
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { processEnv } from '../../src/config/common-settings.ts';
import { openEventLog } from '../../src/events/open-event-log.ts';
import { openHealth } from '../../src/runtime/runtime.ts';

const LOOK_EVERY_MS = 200;
/** The lag is measured every five seconds in which this process runs; what it was before the last record says nothing. */
const LOOKS_MIN = 28;
const { KAFKA, EVENTS, CONSUMER = '', GROUP = '', TOPIC = '', COUNT } = processEnv();
const log = pino();
const metrics = new Registry();
const config = { kafkaBrokers: KAFKA, eventsDatabaseUrl: EVENTS };
const eventLog = openEventLog(config, { log, metrics, health: openHealth() }, 'counting');
let handled = 0;
let looks = 0;
await eventLog.subscribe(
  { group: GROUP, topics: [TOPIC], databaseUrl: CONSUMER },
  async (records) => {
    handled += records.length;
    looks = 0;
  },
);
setInterval(async () => {
  looks += 1;
  const lags = (await metrics.getSingleMetric('event_consumer_lag')?.get())?.values ?? [];
  const lag = lags.reduce((sum, { value }) => sum + value, 0);
  const isMeasured = lags.length > 0 && looks >= LOOKS_MIN;
  if (isMeasured && lag === 0 && handled === Number(COUNT)) log.info('nothing waits');
}, LOOK_EVERY_MS);
log.info('ready');
