import { isDeepStrictEqual } from 'node:util';
import { requiredAddress } from '@entrada/platform/testing/environment';
import { eventually } from '@entrada/platform/testing/eventually';
import { deployment } from './deployment.ts';
import { LISTENING_PORT, labelsOf, openProbes, type Probe, type Target } from './probes.ts';
import { runCommand } from './tools/command.ts';
import { CHART, RELEASE } from './tools/release.ts';

const NAMESPACE = requiredAddress('CLUSTER_NAMESPACE');
const MONITORING = `${NAMESPACE}-monitoring`;
const VALUES = JSON.parse(requiredAddress('CLUSTER_VALUES'));
const STORES: readonly Target[] = JSON.parse(requiredAddress('CLUSTER_STORES'));
const IMAGE = `${VALUES.image.repository}:${VALUES.image.tag}`;
const TEST_MAX_MS = 300_000;
/** Until the cluster has put new policies and pods into effect. */
const PATIENT = { timeoutMs: 60_000 };

/** Everything that pods with the labels of a component may open a connection to. */
const EDGES = {
  auth: ['mail', 'postgres'],
  charges: ['auth', 'bank', 'kafka', 'ledger', 'postgres'],
  gateway: ['auth', 'bank', 'charges', 'ledger', 'redis', 'webhooks'],
  ledger: ['auth', 'bank', 'charges', 'kafka', 'postgres', 'webhooks'],
  webhooks: ['allowed receiver', 'auth', 'kafka', 'postgres'],
  bank: ['gateway', 'postgres'],
  operator: ['auth', 'charges', 'ledger', 'webhooks'],
  migrate: ['kafka', 'postgres'],
  test: ['bank', 'gateway'],
} as const;
type Component = keyof typeof EDGES;
const COMPONENTS = Object.keys(EDGES) as Component[];
const SERVICES = { auth: 50_051, charges: 50_051, ledger: 50_051, webhooks: 50_051 } as const;
const PORTS = { ...SERVICES, gateway: 8_080, bank: 8_090 } as const;
const ADMIN_PORT = 9_090;
const MAIL_PORT = 2_525;
const ADMIN_PORTS = Object.keys(PORTS).map((name) => `metrics of ${name}`);

const stack = new AsyncDisposableStack();
const use = <T extends AsyncDisposable>(one: T): T => stack.use(one);
const probes = new Map<Component, Probe>();
let [prometheus, stranger]: (Probe | undefined)[] = [];
let targets: readonly Target[] = [];
const reached = new Map<Component, readonly string[]>();

beforeAll(async () => {
  const kubectl = (args: readonly string[]) => runCommand('kubectl', args);
  await kubectl(['create', 'namespace', MONITORING]);
  stack.defer(() => kubectl(['delete', 'namespace', MONITORING, '--wait=false']).then(() => {}));
  const [elsewhere, ours] = await Promise.all([
    openProbes({ namespace: MONITORING, image: IMAGE }, [{}, {}, {}]).then(use),
    openProbes({ namespace: NAMESPACE, image: IMAGE }, [{}, ...COMPONENTS.map(labelsOf)]).then(use),
  ]);
  const [scraper, receiver, other] = elsewhere.probes;
  const [unlabelled, ...labelled] = ours.probes;
  if (!receiver || !other) throw new Error('a probe is missing');
  [prometheus, stranger] = [scraper, unlabelled];
  for (const [index, probe] of labelled.entries())
    probes.set(COMPONENTS[index] as Component, probe);
  stack.use(await setPolicies(receiver.ip));
  targets = [
    ...STORES,
    ...(await podTargets()),
    { name: 'allowed receiver', host: receiver.ip, port: LISTENING_PORT },
    { name: 'private address', host: other.ip, port: LISTENING_PORT },
    { name: 'api server', host: 'kubernetes.default.svc', port: 443 },
  ];
  await reachAtOnce();
}, TEST_MAX_MS);
afterAll(() => stack.disposeAsync(), TEST_MAX_MS);

/** Receivers of other tests are on the machine of the stores: here one pod is allowed, and who may scrape. */
async function setPolicies(receiverIp: string): Promise<AsyncDisposable> {
  const upgrade = async (networkPolicy: object) => {
    const values = { ...VALUES, networkPolicy: { ...VALUES.networkPolicy, ...networkPolicy } };
    const args = ['upgrade', RELEASE, CHART, '-n', NAMESPACE, '--no-hooks', '--values', '-'];
    await runCommand('helm', args, { input: JSON.stringify(values) });
  };
  const matchLabels = { 'kubernetes.io/metadata.name': MONITORING };
  await upgrade({
    webhooks: { to: [{ ipBlock: { cidr: `${receiverIp}/32` } }] },
    prometheus: { from: [{ namespaceSelector: { matchLabels } }] },
  });
  return { [Symbol.asyncDispose]: () => upgrade({}) };
}

/** One pod of each service, at its own port and at that of its metrics. */
async function podTargets(): Promise<readonly Target[]> {
  const ready = (await deployment().pods()).filter(({ ready }) => ready);
  return Object.entries(PORTS).flatMap(([name, port]) => {
    const host = ready.find(({ service }) => service === name)?.ip ?? '';
    const mail = name === 'bank' ? [{ name: 'mail', host, port: MAIL_PORT }] : [];
    return [{ name, host, port }, { name: `metrics of ${name}`, host, port: ADMIN_PORT }, ...mail];
  });
}

/** What is refused takes seconds to fail, so all are tried at once. Where one differs in the end, its test says how. */
async function reachAtOnce(): Promise<void> {
  const tryAll = async () => {
    await Promise.all(
      [...probes].map(async ([name, probe]) => reached.set(name, await probe.reaches(targets))),
    );
    return COMPONENTS.every((name) => isDeepStrictEqual(reached.get(name), EDGES[name]));
  };
  await eventually(tryAll, PATIENT).catch((error) => {
    if (reached.size < COMPONENTS.length) throw error;
  });
}

test.each(COMPONENTS)(
  'a pod of %s reaches what it needs; other services, stores, metrics, the API server and private addresses are refused',
  (component) => expect(reached.get(component)).toEqual(EDGES[component]),
);

test(
  'a pod of the namespace that may scrape reaches every metrics port, and the gateway, which anybody reaches',
  async () => {
    const others = [
      'allowed receiver',
      'private address',
      'api server',
      'kafka',
      'postgres',
      'redis',
    ];
    const found = await eventually(async () => {
      const reached = (await prometheus?.reaches(targets)) ?? [];
      expect(reached).toEqual(expect.arrayContaining(ADMIN_PORTS));
      return reached;
    }, PATIENT);
    expect(found.filter((name) => !others.includes(name))).toEqual(
      ['gateway', ...ADMIN_PORTS].sort(),
    );
  },
  TEST_MAX_MS,
);

test(
  'a pod that is not of the release reaches none of its pods but the gateway',
  async () => {
    const ours = targets.filter(({ name }) => name in PORTS || name.startsWith('metrics of '));
    await eventually(
      async () => expect(await stranger?.reaches(ours)).toEqual(['gateway']),
      PATIENT,
    );
  },
  TEST_MAX_MS,
);
