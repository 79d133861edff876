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
import { measureCost } from './cost.ts';
import { measureGrowth } from './growth.ts';
import { measureHops } from './hops.ts';
import { measureBooking, measureLedger } from './ledger.ts';
import { measureLive } from './live.ts';
import { type SharedSystem, sharedSystems } from './our-system.ts';
import { FULL, QUICK, TINY } from './plan.ts';
import { RESULTS_FILE, type Row, table, writeReport } from './report.ts';
import { type BenchRun, runParts } from './run-parts.ts';
import { measureGateway, measureTelemetry, measureThroughput } from './throughput.ts';
import { measureDrain, measureWebhooks } from './webhooks.ts';

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

type Measure = (run: BenchRun, servers: Servers) => Promise<readonly Row[]>;

const PARTS: Readonly<Record<string, Measure>> = {
  throughput: measureThroughput,
  gateway: measureGateway,
  telemetry: measureTelemetry,
  cost: onPostgres(measureCost),
  hops: onPostgres(measureHops),
  live: onPostgres(measureLive),
  'cost-kafka': onKafka(measureCost),
  'hops-kafka': onKafka(measureHops),
  ledger: async (run, { kafka }) => measureLedger(run, (await kafka()).brokers),
  booking: measureBooking,
  growth: measureGrowth,
  webhooks: measureWebhooks,
  drain: measureDrain,
};

/** They use the system of the part before, if it is on their event log. */
const SHARING = new Set(['cost', 'hops', 'live', 'cost-kafka', 'hops-kafka']);

const started = performance.now();
const options = readCommandLine('npm run bench', ABOUT, (command) =>
  command
    .option('--quick', 'measure less')
    .option('--tiny', 'measure nothing of worth, to see that every part runs')
    .option('--profile', 'leave CPU profiles of our services in .cache/bench')
    .option('--report', 'write docs/performance.md from what was measured')
    .option('--growth-rows <count>', 'charges of the part growth, also with --quick', Number)
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
  const servers = openServers(resources, signal);
  const chosen = options.tiny ? TINY : options.quick ? QUICK : FULL;
  const { growthRows: charges = chosen.growth.charges } = options;
  const plan = { ...chosen, growth: { ...chosen.growth, charges } };
  const wanted = Object.entries(PARTS).filter(([name]) => options.only?.includes(name) ?? true);
  const parts = wanted.map(
    ([name, measure]) =>
      [
        name,
        async (either: AbortSignal, fail: (why: string) => void) => {
          if (!SHARING.has(name)) await servers.shared.close();
          return measure({ plan, postgres, say, signal: either, fail, env }, servers);
        },
      ] as const,
  );
  const { rows, failed } = await runParts(parts, { say, signal, file: options.out });
  await servers.shared.close();
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

/** What several parts use; each is started for the first of them. */
type Servers = {
  readonly shared: ReturnType<typeof sharedSystems>;
  kafka(): Promise<{
    readonly brokers?: string | undefined;
    readonly redisUrl?: string | undefined;
  }>;
  readonly signal: AbortSignal;
};

function openServers(resources: AsyncDisposableStack, signal: AbortSignal): Servers {
  const kafka = async () => {
    const servers = resources.use(await provideServers([KAFKA, REDIS], { say, signal }));
    for (const sentence of servers.missing) say(`MISSING: ${sentence}`);
    const { TEST_KAFKA_BROKERS: brokers, TEST_REDIS_URL: redisUrl } = servers.env;
    return { brokers, redisUrl };
  };
  let starting: ReturnType<typeof kafka> | undefined;
  return {
    kafka() {
      starting ??= kafka();
      return starting;
    },
    shared: sharedSystems(),
    signal,
  };
}

type MeasureShared = (run: BenchRun, shared: SharedSystem) => Promise<Row[]>;

function onPostgres(measure: MeasureShared): Measure {
  return async (run, { shared, signal }) =>
    measure(run, await shared.on({ name: 'postgres' }, run, signal));
}

function onKafka(measure: MeasureShared): Measure {
  return async (run, { shared, kafka, signal }) => {
    const { brokers: kafkaBrokers, redisUrl } = await kafka();
    if (!kafkaBrokers) return [];
    const log = { name: 'kafka', kafkaBrokers, redisUrl } as const;
    return measure(run, await shared.on(log, run, signal));
  };
}

function say(sentence: string): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6);
  console.log(`${seconds} s  ${sentence}`);
}
