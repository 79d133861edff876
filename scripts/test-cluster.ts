/**
 * npm run test:cluster: builds the image, installs the chart with two replicas of each service on
 * whatever KUBECONFIG points to, and sends deposits through it. Removes everything again.
 */
import { randomBytes } from 'node:crypto';
import { freePort } from '@entrada/platform/testing/free-port';
import { type Image, provideImage } from './cluster/build-image.ts';
import { provideDefinitions } from './cluster/definitions.ts';
import { type EarlierVersion, provideEarlierVersion } from './cluster/earlier-version.ts';
import { type Cluster, findCluster, hostAddress } from './cluster/find-cluster.ts';
import { explainFailure } from './cluster/pods.ts';
import {
  createNamespace,
  createSecrets,
  DATABASES,
  install,
  removeNamespace,
  uninstall,
  valuesFor,
} from './cluster/release.ts';
import { openServiceDoor } from './cluster/service-door.ts';
import { provideStores, storeTargets } from './cluster/stores.ts';
import { readCommandLine } from './command-line.ts';
import { exitCodeOf, interruptedBySignal } from './interruption.ts';
import { runJest } from './provision/jest-run.ts';
import { Unavailable } from './provision/tools.ts';

/** They are left out of `npm test`, which has no cluster. */
const JEST_ARGS = ['--testPathIgnorePatterns=/node_modules/', '--runInBand'];
/** From the version before to this one, at first; the other tests need what it ends with. */
const UPGRADE = 'test/cluster/upgrade.test.ts';
const FAULTS = 'test/cluster/faults.test.ts';
/** To the version before, at last. */
const ROLLBACK = 'test/cluster/rollback.test.ts';
const OPTIONAL = 'test/cluster/optional-objects.test.ts';

const begun = performance.now();
const counts = { passed: 0, failed: 0 };
const { faults }: { faults?: boolean } = readCommandLine(
  'npm run test:cluster',
  'Installs the chart with two replicas of each service on what KUBECONFIG points to and sends deposits through it; under load: an upgrade from the commit before and back, rolling restarts, new certificates, scaling and kills. Removes everything again.',
  (command) =>
    command.option('--no-faults', 'without what happens under load (5 minutes instead of 17)'),
);
const interruption = interruptedBySignal(() => say('Stopping...'));

function say(sentence: string): void {
  const at = `${((performance.now() - begun) / 1000).toFixed(1)} s`;
  console.log(`${at.padStart(8)}  ${sentence}`);
}

/** One guarantee: said, counted, and thrown on when it does not hold. */
async function check<T>(guarantee: string, holds: () => Promise<T>): Promise<T> {
  const from = performance.now();
  try {
    const result = await holds();
    counts.passed += 1;
    say(`ok      ${guarantee} (${((performance.now() - from) / 1000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    if (interruption.aborted) throw error;
    counts.failed += 1;
    say(`FAILED  ${guarantee}`);
    throw error;
  }
}

type Run = { readonly cluster: Cluster; readonly namespace: string; readonly signal: AbortSignal };

async function main(signal: AbortSignal): Promise<void> {
  const cluster = await findCluster();
  const hostIp = await hostAddress(cluster);
  say(`Cluster ${cluster.name}; its pods reach this machine at ${hostIp}.`);
  say('Building the image...');
  const image = await check('the image is built and the cluster has it', () =>
    provideImage(cluster, { say, signal }),
  );
  const namespace = `entrada-test-${randomBytes(3).toString('hex')}`;
  const run = { cluster, namespace, signal };
  await using resources = new AsyncDisposableStack();
  const earlier = faults ? await provideEarlierVersion(cluster, { say, signal }) : null;
  if (earlier) resources.use(earlier);
  try {
    await deployAndUse(run, { image, earlier, hostIp }, resources);
  } catch (error) {
    if (!signal.aborted) console.log(await explainFailure(cluster, namespace));
    throw error;
  }
}

type Versions = { image: Image; earlier: EarlierVersion | null; hostIp: string };

async function deployAndUse(
  { cluster, namespace, signal }: Run,
  { image, earlier, hostIp }: Versions,
  resources: AsyncDisposableStack,
): Promise<void> {
  say('Starting Postgres, Kafka and Redis...');
  const databaseName = (service: string) => `${namespace.replaceAll('-', '_')}_${service}`;
  const databases = DATABASES.map((service) => ({ service, name: databaseName(service) }));
  const stores = resources.use(await provideStores({ hostIp, databases, say, signal }));

  say(`Installing the chart in the namespace ${namespace}...`);
  resources.use(await createNamespace(cluster, namespace, { signal, say }));
  // We do not wait for it then; the cluster goes on removing it without us.
  signal.addEventListener('abort', () => void removeNamespace(cluster, namespace), { once: true });
  const [publicPort, bankPort] = [await freePort(), await freePort()];
  const doors = {
    baseUrl: `http://127.0.0.1:${publicPort}`,
    bankUrl: `http://127.0.0.1:${bankPort}`,
  };
  const publicBaseUrl = doors.baseUrl;
  const wanted = { namespace, image, stores, hostIp, publicBaseUrl, databaseName };
  await createSecrets(cluster, wanted);
  resources.defer(async () => {
    say('Uninstalling...');
    await uninstall(cluster, namespace).catch((error: Error) => say(error.message));
  });
  const first = earlier ? { ...wanted, image: earlier.image } : wanted;
  await check(
    'two replicas of each service become ready, migrated, under restricted security',
    () => install(cluster, first, { signal, ...(earlier ? { chart: earlier.chart } : {}) }),
  );

  const open = (service: string, localPort: number) =>
    openServiceDoor(cluster, { namespace, service, localPort });
  resources.use(await open('gateway', publicPort));
  resources.use(await open('bank', bankPort));
  const env = {
    CLUSTER_NAMESPACE: namespace,
    CLUSTER_BASE_URL: doors.baseUrl,
    CLUSTER_BANK_URL: doors.bankUrl,
    CLUSTER_HOST_IP: hostIp,
    CLUSTER_VALUES: JSON.stringify(valuesFor(wanted)),
    CLUSTER_STORES: JSON.stringify(storeTargets(stores)),
  };
  if (earlier) {
    say('Upgrading under load...');
    await runTests([UPGRADE], { signal, env });
  }
  say('Running the tests through the gateway...');
  const knowsAll = await provideDefinitions(cluster, { say, signal });
  const others = [UPGRADE, ROLLBACK, ...(faults ? [] : [FAULTS]), ...(knowsAll ? [] : [OPTIONAL])];
  const without = others.map((path) => `--testPathIgnorePatterns=${path}`);
  await runTests(['test/cluster/', ...without], { signal, env });
  if (earlier) {
    say('Rolling back under load...');
    await runTests([ROLLBACK], { signal, env });
  }
}

async function runTests(args: readonly string[], running: Parameters<typeof runJest>[1]) {
  const tests = await runJest([...JEST_ARGS, ...args], running);
  counts.passed += tests.passed;
  counts.failed += tests.failed + tests.skipped;
  if (tests.failed > 0) throw new Error('Tests failed in the cluster; see above.');
}

try {
  await main(interruption);
} catch (error) {
  if (error instanceof Unavailable) console.log(error.message);
  else if (!interruption.aborted) console.log((error as Error).stack);
  if (counts.failed === 0) counts.failed = 1;
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
if (interruption.aborted) {
  process.exitCode = exitCodeOf(interruption.reason);
} else process.exitCode = counts.failed > 0 ? 1 : 0;
