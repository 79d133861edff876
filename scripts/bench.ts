/**
 * npm run bench: our services against a bare floor of the same shape, and how soon a payment is
 * credited and delivered. `-- --quick` measures less, `-- --only throughput|gateway|postgres|kafka|charges|ledger|webhooks` a part
 * of it, `-- --profile` leaves CPU profiles of our services in .cache/bench.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchRun } from '../bench/bench-run.ts';
import { measureCharges } from '../bench/charges.ts';
import { measureGateway } from '../bench/gateway.ts';
import { measureLatency } from '../bench/latency.ts';
import { measureLedger } from '../bench/ledger.ts';
import { FULL, QUICK } from '../bench/plan.ts';
import { RESULTS_FILE, type Row, table, writeResults } from '../bench/report.ts';
import { measureThroughput } from '../bench/throughput.ts';
import { measureWebhooks } from '../bench/webhooks.ts';
import { NODE_FLAGS } from './launcher/programs.ts';
import { startEmbeddedPostgres } from './provision/embedded-postgres.ts';
import { KAFKA } from './provision/kafka.ts';
import { REDIS } from './provision/redis.ts';
import { provideServers } from './provision/servers.ts';

const CACHE = join(import.meta.dirname, '../.cache/bench');
/** With the default 128 MB a million entries would measure how Postgres swaps pages, for both sides. */
const POSTGRES_SETTINGS = { max_connections: '300', shared_buffers: '4GB', max_wal_size: '4GB' };
const PARTS = [
  'throughput',
  'gateway',
  'postgres',
  'kafka',
  'charges',
  'ledger',
  'webhooks',
] as const;

const started = performance.now();
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => stopping.abort(new Error('Interrupted.')));
}
try {
  await main(stopping.signal);
} catch (error) {
  console.error(stopping.signal.aborted ? stopping.signal.reason.message : error);
  // Whatever is still starting ends with us.
  process.exit(1);
}

async function main(signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean' },
      profile: { type: 'boolean' },
      only: { type: 'string', multiple: true },
    },
  });
  const wanted = (part: (typeof PARTS)[number]) => values.only?.includes(part) ?? true;
  mkdirSync(CACHE, { recursive: true });
  await using resources = new AsyncDisposableStack();
  const run: BenchRun = {
    plan: values.quick ? QUICK : FULL,
    postgres: await durablePostgres(resources, signal),
    say,
    signal,
    fail: (why) => stopping.abort(new Error(why)),
    env: {
      NODE_OPTIONS: values.profile
        ? `${NODE_FLAGS} --cpu-prof --cpu-prof-dir=${CACHE}`
        : NODE_FLAGS,
    },
  };
  const rows: Row[] = [];
  if (wanted('throughput')) rows.push(...(await measureThroughput(run)));
  if (wanted('gateway')) rows.push(...(await measureGateway(run)));
  if (wanted('postgres')) rows.push(...(await measureLatency(run, { name: 'postgres' })));
  if (wanted('kafka')) rows.push(...(await latencyOnKafka(run)));
  if (wanted('charges')) rows.push(...(await measureCharges(run)));
  if (wanted('ledger')) rows.push(...(await ledgerOnBoth(run)));
  if (wanted('webhooks')) rows.push(...(await measureWebhooks(run)));
  await writeResults(rows);
  console.log(`\n${table(rows)}\n\nA latency's floor is its aim. Written to ${RESULTS_FILE}`);
}

/** Unlike the tests' Postgres this one waits for the disk at every commit, as production does. */
async function durablePostgres(resources: AsyncDisposableStack, signal: AbortSignal) {
  say('Starting Postgres...');
  const folder = mkdtempSync(join(CACHE, 'postgres-'));
  // The account that Postgres runs under must be able to get there.
  chmodSync(folder, 0o755);
  resources.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  const postgres = await startEmbeddedPostgres({
    dataFolder: join(folder, 'data'),
    settings: POSTGRES_SETTINGS,
    signal,
  });
  // A clean stop would write everything down first, only for it to be removed.
  resources.defer(() => postgres.kill());
  return postgres;
}

async function latencyOnKafka(run: BenchRun): Promise<Row[]> {
  const { say: tell, signal } = run;
  await using servers = await provideServers([KAFKA, REDIS], { say: tell, signal });
  for (const sentence of servers.missing) say(`MISSING: ${sentence}`);
  const { TEST_KAFKA_BROKERS: kafkaBrokers, TEST_REDIS_URL: redisUrl } = servers.env;
  if (!kafkaBrokers) return [];
  // Awaited here, because the servers stop when this function is left.
  return await measureLatency(run, { name: 'kafka', kafkaBrokers, redisUrl });
}

async function ledgerOnBoth(run: BenchRun): Promise<Row[]> {
  const { say: tell, signal } = run;
  await using servers = await provideServers([KAFKA], { say: tell, signal });
  for (const sentence of servers.missing) say(`MISSING: ${sentence}`);
  return await measureLedger(run, servers.env.TEST_KAFKA_BROKERS);
}

function say(sentence: string): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6);
  console.log(`${seconds} s  ${sentence}`);
}
