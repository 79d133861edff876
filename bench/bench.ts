/** npm run bench: measures our services against a bare floor of the same shape. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';
import { readCommandLine } from '../packages/launcher/src/command-line.ts';
import { exitCodeOf, interruptedBySignal } from '../packages/launcher/src/interruption.ts';
import { NODE_FLAGS } from '../packages/launcher/src/programs.ts';
import { provideCertificates } from '../packages/launcher/src/provision/certificates.ts';
import { startEmbeddedPostgres } from '../packages/launcher/src/provision/embedded-postgres.ts';
import { KAFKA } from '../packages/launcher/src/provision/kafka.ts';
import { REDIS } from '../packages/launcher/src/provision/redis.ts';
import { provideServers } from '../packages/launcher/src/provision/servers.ts';
import type { BenchRun } from './bench-run.ts';
import { measureCharges } from './charges.ts';
import { measureCost } from './cost.ts';
import { measureEventMacs } from './event-macs.ts';
import { measureGateway } from './gateway.ts';
import { measureHops } from './hops.ts';
import { measureLatency } from './latency.ts';
import { measureLedger } from './ledger.ts';
import { measureBooking } from './ledger-states.ts';
import { measureLive } from './live.ts';
import { measureOverload } from './overload.ts';
import { measureOverview } from './overview.ts';
import { FULL, QUICK, TINY } from './plan.ts';
import { RESULTS_FILE, type Row, table, writeReport } from './report.ts';
import { runParts } from './run-parts.ts';
import { measureTelemetry } from './telemetry.ts';
import { measureThroughput } from './throughput.ts';
import { measureWebhooks } from './webhooks.ts';
import { measureDrain } from './webhooks-drain.ts';

const CACHE = join(import.meta.dirname, '../.cache/bench');
const ABOUT = `Measures our services against a bare floor of the same shape, and how soon a payment is credited and delivered.
bench/README.md says what each figure is. What is measured is written part by part; a part that fails is
named and the others go on.`;
/** With the default 128 MB a million entries would measure how Postgres swaps pages, for both sides. */
const POSTGRES_SETTINGS = { max_connections: '300', shared_buffers: '4GB', max_wal_size: '4GB' };
/** A tiny run must finish on a busy machine. */
const PATIENCE = {
  OVERLOAD_DELAY_MS: '60000',
  REQUEST_TIMEOUT_MS: '60000',
  PROVIDER_TIMEOUT_MS: '30000',
};
/** To see that every part runs, nothing has to reach the disk. */
const SMALL_POSTGRES = { ...POSTGRES_SETTINGS, shared_buffers: '128MB', fsync: 'off' };

const PARTS: Readonly<Record<string, (run: BenchRun) => Promise<readonly Row[]>>> = {
  throughput: measureThroughput,
  overload: measureOverload,
  gateway: measureGateway,
  telemetry: measureTelemetry,
  postgres: (run) => measureLatency(run, { name: 'postgres' }),
  kafka: (run) => onKafka(run, measureLatency),
  hops: (run) => measureHops(run, { name: 'postgres' }),
  'hops-kafka': (run) => onKafka(run, measureHops),
  cost: (run) => measureCost(run, { name: 'postgres' }),
  'cost-kafka': (run) => onKafka(run, measureCost),
  charges: measureCharges,
  ledger: ledgerOnBoth,
  macs: measureEventMacs,
  booking: measureBooking,
  overview: measureOverview,
  live: measureLive,
  webhooks: measureWebhooks,
  drain: measureDrain,
};

const started = performance.now();
const options = readCommandLine('npm run bench', ABOUT, (command) =>
  command
    .option('--quick', 'measure less')
    .option('--tiny', 'measure nothing of worth, to see that every part runs')
    .option('--profile', 'leave CPU profiles of our services in .cache/bench')
    .option('--report', 'write docs/performance.md from what was measured')
    .option('--out <file>', 'where the figures are written', RESULTS_FILE)
    .addOption(new Option('--only <part...>', 'only these parts').choices(Object.keys(PARTS))),
);
const interruption = interruptedBySignal(() => say('Stopping...'));
try {
  process.exitCode = await main(interruption);
} catch (error) {
  if (!interruption.aborted) console.error(error);
  process.exitCode = 1;
}
// What is still starting ends with us.
process.exit(interruption.aborted ? exitCodeOf(interruption.reason) : process.exitCode);

async function main(signal: AbortSignal): Promise<number> {
  mkdirSync(CACHE, { recursive: true });
  await using resources = new AsyncDisposableStack();
  const certificates = resources.use(await provideCertificates());
  // Where the parts look for the certificates of what they start.
  Object.assign(process.env, certificates.env);
  const postgres = await durablePostgres(resources, signal);
  const env = {
    NODE_OPTIONS: options.profile ? `${NODE_FLAGS} --cpu-prof --cpu-prof-dir=${CACHE}` : NODE_FLAGS,
    ...(options.tiny ? PATIENCE : {}),
  };
  const plan = options.tiny ? TINY : options.quick ? QUICK : FULL;
  const wanted = Object.entries(PARTS).filter(([name]) => options.only?.includes(name) ?? true);
  const parts = wanted.map(
    ([name, measure]) =>
      [
        name,
        (either: AbortSignal, fail: (why: string) => void) =>
          measure({ plan, postgres, say, signal: either, fail, env }),
      ] as const,
  );
  const { rows, failed } = await runParts(parts, { say, signal, file: options.out });
  if (options.report) await writeReport({ rows, failed }, reportedCommand());
  console.log(
    `\n${table(rows)}\n\nFor a latency, the floor is its target. Written to ${options.out}`,
  );
  for (const { part, why } of failed) console.error(`FAILED ${part}: ${why}`);
  return failed.length === 0 ? 0 : 1;
}

function reportedCommand(): string {
  return `npm run bench -- ${process.argv.slice(2).join(' ')}`;
}

/** Unlike the tests' Postgres this one waits for the disk at every commit, as production does. */
async function durablePostgres(resources: AsyncDisposableStack, signal: AbortSignal) {
  say('Starting Postgres...');
  const folder = mkdtempSync(join(CACHE, 'postgres-'));
  // The account that Postgres runs under must be able to get there.
  chmodSync(folder, 0o755);
  // Also when the time for tidying up is over.
  process.once('exit', () => removeFolder(folder));
  const postgres = await startEmbeddedPostgres({
    dataFolder: join(folder, 'data'),
    settings: options.tiny ? SMALL_POSTGRES : POSTGRES_SETTINGS,
    signal,
  });
  // A clean stop would write everything down first, only for it to be removed.
  resources.defer(() => postgres.kill());
  // A statement that runs for minutes ends with the server that runs it.
  const kill = () => {
    // Every connection is lost with it; those errors are expected and end nothing.
    process.on('uncaughtException', () => {});
    void postgres.kill();
  };
  signal.addEventListener('abort', kill, { once: true });
  return postgres;
}

/** A server that is being killed may still write into it, for a moment. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  } catch {
    console.error(`${folder} could not be removed: remove it by hand.`);
  }
}

async function onKafka(run: BenchRun, measure: typeof measureLatency): Promise<Row[]> {
  const { say: tell, signal } = run;
  await using servers = await provideServers([KAFKA, REDIS], { say: tell, signal });
  for (const sentence of servers.missing) say(`MISSING: ${sentence}`);
  const { TEST_KAFKA_BROKERS: kafkaBrokers, TEST_REDIS_URL: redisUrl } = servers.env;
  if (!kafkaBrokers) return [];
  // Awaited here, because the servers stop when this function is left.
  return await measure(run, { name: 'kafka', kafkaBrokers, redisUrl });
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
