/**
 * npm run test:cluster: builds the image, installs the chart with two replicas of each service on
 * whatever KUBECONFIG points to, and sends deposits through it. Removes everything again.
 */
import { randomBytes } from 'node:crypto';
import { freePort } from '@entrada/platform/testing/free-port';
import { readCommandLine } from '../../../packages/launcher/src/command-line.ts';
import { exitCodeOf, interruptedBySignal } from '../../../packages/launcher/src/interruption.ts';
import { Unavailable } from '../../../packages/launcher/src/provision/tools.ts';
import { runJest } from '../../../tools/jest/jest-run.ts';
import { TIERS } from '../../../tools/jest/tiers.ts';
import { openApiProxy, type ReadPath, readerOf } from './api-proxy.ts';
import { allAtOnce, settled } from './at-once.ts';
import { buildLiveImage, type Image, provideImage, thisImage } from './build-image.ts';
import { provideDefinitions } from './definitions.ts';
import { type EarlierVersion, provideEarlierVersion } from './earlier-version.ts';
import { type Cluster, findCluster, hostAddress } from './find-cluster.ts';
import { explainFailure } from './pods.ts';
import {
  createNamespace,
  createOperator,
  createSecrets,
  DATABASES,
  install,
  type ReleasePlan,
  removeNamespace,
  uninstall,
  valuesFor,
} from './release.ts';
import { openServiceDoor } from './service-door.ts';
import { provideStores, storeTargets } from './stores.ts';
import { OPTIONAL, testRelease } from './test-release.ts';

const [, CLUSTER_TOO] = TIERS['npm run test:cluster'];

const begun = performance.now();
const counts = { passed: 0, failed: 0 };
const { faults }: { faults?: boolean } = readCommandLine(
  'npm run test:cluster',
  'Installs the chart with two replicas of each service on what KUBECONFIG points to and sends deposits through it; under load: an upgrade from the commit before, rolling restarts, new certificates, scaling, kills and a rollback. Removes everything again.',
  (command) =>
    command.option('--no-faults', 'without what happens under load (3 minutes instead of 10)'),
);
const interruption = interruptedBySignal(() => say('Stopping...'));

function say(sentence: string): void {
  const at = `${((performance.now() - begun) / 1000).toFixed(1)} s`;
  console.log(`${at.padStart(8)}  ${sentence}`);
}

/** One guarantee: said, counted, and thrown on when it does not hold. One that was given up has not failed. */
async function check<T>(
  guarantee: string,
  signal: AbortSignal,
  holds: () => Promise<T>,
): Promise<T> {
  const from = performance.now();
  try {
    const result = await holds();
    counts.passed += 1;
    say(`ok      ${guarantee} (${((performance.now() - from) / 1000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    if (signal.aborted) throw error;
    counts.failed += 1;
    say(`FAILED  ${guarantee}`);
    throw error;
  }
}

type Run = {
  readonly cluster: Cluster;
  readonly read: ReadPath;
  readonly namespace: string;
  readonly signal: AbortSignal;
};

function buildThisVersion(cluster: Cluster, signal: AbortSignal): Promise<Image> {
  say('Building the image...');
  return check('the image is built and the cluster has it', signal, () =>
    provideImage(cluster, { say, signal }),
  );
}

/** It must be complete too; a change may leave out what only it needs. */
async function buildLiveMode(cluster: Cluster, signal: AbortSignal): Promise<void> {
  if (process.env.IMAGE) return;
  await check('the image for live mode is built', signal, () =>
    buildLiveImage(cluster, { say, signal }),
  );
}

async function main(signal: AbortSignal): Promise<void> {
  const cluster = await findCluster();
  const hostIp = await hostAddress(cluster);
  say(`Cluster ${cluster.name}; its pods reach this machine at ${hostIp}.`);
  const namespace = `entrada-test-${randomBytes(3).toString('hex')}`;
  const databaseName = (service: string) => `${namespace.replaceAll('-', '_')}_${service}`;
  const databases = DATABASES.map((service) => ({ service, name: databaseName(service) }));
  await using resources = new AsyncDisposableStack();
  const api = resources.use(await openApiProxy());
  const read = readerOf(api.socket);
  const provideEarlier = async (signal: AbortSignal) => {
    const earlier = faults ? await provideEarlierVersion(cluster, { say, signal }) : null;
    return earlier && resources.use(earlier);
  };
  let building: Promise<EarlierVersion | null>;
  await allAtOnce(signal, [
    // It begins first; the other waits for it where it needs it.
    (signal) => {
      building = provideEarlier(signal);
      return building;
    },
    async (signal) => {
      const [stores, knowsAll] = await allAtOnce(signal, [
        async (signal) => {
          say('Starting Postgres, Kafka and Redis...');
          return resources.use(await provideStores({ hostIp, databases, say, signal }));
        },
        (signal) => provideDefinitions(cluster, { say, signal }),
      ]);
      const wanted = { namespace, stores, hostIp, databaseName };
      const prepared = { wanted, building, knowsAll, apiSocket: api.socket };
      try {
        await deployAndUse({ cluster, read, namespace, signal }, prepared, resources);
      } catch (error) {
        if (!signal.aborted) {
          console.log(await explainFailure({ kubectl: cluster.kubectl, read }, namespace));
        }
        throw error;
      }
    },
  ]);
}

type Preparation = {
  readonly wanted: Omit<ReleasePlan, 'image' | 'publicBaseUrl'>;
  readonly building: Promise<EarlierVersion | null>;
  readonly knowsAll: boolean;
  readonly apiSocket: string;
};

async function deployAndUse(
  { cluster, read, namespace, signal }: Run,
  { wanted, building, knowsAll, apiSocket }: Preparation,
  resources: AsyncDisposableStack,
): Promise<void> {
  say(`Making the namespace ${namespace}...`);
  resources.use(await createNamespace(cluster, namespace, { signal, say }));
  // We do not wait for it then; the cluster goes on removing it without us.
  const leave = () =>
    [namespace, `${namespace}-optional`].map((one) => removeNamespace(cluster, one));
  interruption.addEventListener('abort', leave, { once: true });
  const [publicPort, bankPort] = [await freePort(), await freePort()];
  const publicBaseUrl = `http://127.0.0.1:${publicPort}`;
  await createSecrets(cluster, wanted);
  const operator = await createOperator(cluster, namespace);
  resources.defer(async () => {
    say('Uninstalling...');
    await uninstall(cluster, namespace).catch((error: Error) => say(error.message));
  });
  const ready = 'two replicas of each service become ready, migrated, under restricted security';
  const installed = (first: Image, options: Parameters<typeof install>[2]) =>
    check(ready, options.signal, () =>
      install(cluster, { ...wanted, publicBaseUrl, image: first }, options),
    );
  const env = {
    CLUSTER_NAMESPACE: namespace,
    CLUSTER_API_SOCKET: apiSocket,
    CLUSTER_BASE_URL: publicBaseUrl,
    CLUSTER_BANK_URL: `http://127.0.0.1:${bankPort}`,
    CLUSTER_HOST_IP: wanted.hostIp,
    CLUSTER_OPERATOR: operator,
    CLUSTER_VALUES: JSON.stringify(valuesFor({ ...wanted, publicBaseUrl, image: thisImage() })),
    CLUSTER_STORES: JSON.stringify(storeTargets(wanted.stores)),
  };
  const installFirst = async (): Promise<EarlierVersion | null> => {
    // Built first: the build of this version then reuses most of its layers.
    const earlier = await building;
    say('Installing the chart...');
    await allAtOnce(signal, [
      async (signal) => {
        const image = await buildThisVersion(cluster, signal);
        if (!earlier) await installed(image, { signal });
      },
      async (signal) => {
        await earlier?.load(signal);
        if (earlier) await installed(earlier.image, { signal, chart: earlier.chart });
      },
    ]);
    return earlier;
  };
  const tryOptional = async () => {
    if (knowsAll) await runTests([OPTIONAL], { signal, env });
  };
  // Both to their end, so that every failure is seen.
  const [earlier] = await settled([installFirst(), tryOptional()]);
  const open = (service: string, localPort: number) =>
    openServiceDoor(read, { namespace, service, localPort });
  resources.use(await open('gateway', publicPort));
  resources.use(await open('bank', bankPort));
  const isUpgraded = earlier !== null;
  const running = { signal, env: { ...env, CLUSTER_WAS_UPGRADED: String(isUpgraded) } };
  const run = (suites: readonly string[]) => runTests(suites, running);
  // Faults under load need the whole machine, and ten minutes.
  const meanwhile = async () => {
    if (!faults) await buildLiveMode(cluster, signal);
  };
  await testRelease({ run, say, meanwhile }, { isUpgraded, faults: faults === true });
}

async function runTests(args: readonly string[], running: Parameters<typeof runJest>[1]) {
  const tests = await runJest([CLUSTER_TOO, '--runInBand', ...args], running);
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
say('Done.');
console.log(`${counts.passed} passed, ${counts.failed} failed`);
if (interruption.aborted) {
  process.exitCode = exitCodeOf(interruption.reason);
} else process.exitCode = counts.failed > 0 ? 1 : 0;
