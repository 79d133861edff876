import { requiredAddress } from '@entrada/platform/testing/environment';
import { eventually } from '@entrada/platform/testing/eventually';
import { read } from './api.ts';
import { runCommand } from './tools/command.ts';
import { logOf, podsPath, secretData } from './tools/pods.ts';
import { RELEASE } from './tools/release.ts';

const NAMESPACE = requiredAddress('CLUSTER_NAMESPACE');
const HOST_IP = requiredAddress('CLUSTER_HOST_IP');
const TEST_MAX_MS = 240_000;
const COMPLAINT_MAX_MS = 120_000;
/** Kubernetes waits twice as long before each: this many take five minutes. */
const RESTARTS_MAX = 6;

type Variable = { readonly name: string; readonly value?: string; readonly valueFrom?: object };
type Container = { readonly env: readonly Variable[] };
type Pod = {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly containers: readonly Container[];
    readonly volumes?: readonly object[];
    readonly securityContext: object;
  };
  readonly status: {
    readonly containerStatuses?: readonly {
      readonly ready: boolean;
      readonly restartCount: number;
      readonly state: { readonly waiting?: { readonly message?: string } };
    }[];
  };
};

const kubectl = (args: readonly string[], input?: object) =>
  runCommand('kubectl', ['-n', NAMESPACE, ...args], input && { input: JSON.stringify(input) });

const fromSecret = (name: string, key: string) => ({
  name: key,
  valueFrom: { secretKeyRef: { name, key } },
});
type Service = 'charges' | 'gateway' | 'webhooks';
const CASES: readonly (readonly [what: string, Service, Variable, said: RegExp])[] = [
  [
    'a Secret that is not there',
    'charges',
    fromSecret('nothing', 'DATABASE_URL_CHARGES'),
    /secret "nothing" not found/,
  ],
  [
    'a wrong password',
    'charges',
    fromSecret('bad-password', 'DATABASE_URL_CHARGES'),
    /password authentication failed.*check user and password in the DATABASE_URL_/,
  ],
  [
    'an authority that did not sign the certificate',
    'charges',
    // Of operators; it signs no certificate of a service.
    { name: 'TLS_CA_FILE', value: '/etc/entrada/tls/operators-ca.crt' },
    /check TLS_CERT_FILE, TLS_KEY_FILE, TLS_CA_FILE/,
  ],
  [
    'a Kafka that nobody answers at',
    // It publishes nothing: a pod of charges might become the one that does, and keep events from the other tests.
    'webhooks',
    { name: 'KAFKA_BROKERS', value: `${HOST_IP}:1` },
    /check KAFKA_BROKERS.*no Kafka broker reachable/,
  ],
  [
    'a public address without TLS in live mode',
    'gateway',
    { name: 'MODE', value: 'live' },
    /PUBLIC_BASE_URL.*https/,
  ],
];
const nameOf = (what: string) => what.toLowerCase().replaceAll(/\W+/g, '-').slice(0, 50);

beforeAll(async () => {
  const { DATABASE_URL_CHARGES = '' } = await secretData(read, NAMESPACE, RELEASE);
  const wrong = new URL(Buffer.from(DATABASE_URL_CHARGES, 'base64').toString());
  wrong.password = 'wrong';
  await kubectl(['create', '-f', '-'], {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'bad-password' },
    stringData: { DATABASE_URL_CHARGES: wrong.href },
  });
  const patterns = {
    charges: await podOf('charges'),
    gateway: await podOf('gateway'),
    webhooks: await podOf('webhooks'),
  };
  const items = CASES.map(([what, service, changed]) =>
    changedPod(what, patterns[service], changed),
  );
  await kubectl(['create', '-f', '-'], { apiVersion: 'v1', kind: 'List', items });
}, TEST_MAX_MS);

afterAll(async () => {
  const now = ['--force', '--grace-period=0'];
  await kubectl(['delete', 'pod', ...CASES.map(([what]) => nameOf(what)), ...now]);
  await kubectl(['delete', 'secret', 'bad-password']);
}, TEST_MAX_MS);

async function podOf(service: Service): Promise<Pod> {
  const labels = encodeURIComponent(`app.kubernetes.io/component=${service},pod-template-hash`);
  const list = await read(`${podsPath(NAMESPACE)}?labelSelector=${labels}`);
  const [pod]: Pod[] = JSON.parse(list).items;
  if (!pod) throw new Error(`no pod of ${service}`);
  return pod;
}

/** As the chart makes them, but for the change; policies and Services take it for one of the service. */
function changedPod(what: string, like: Pod, changed: Variable): object {
  const { securityContext, containers, volumes = [] } = like.spec;
  const [container] = containers;
  if (!container) throw new Error('no container');
  const { 'pod-template-hash': _hash, ...labels } = like.metadata.labels;
  const kept = container.env.filter(({ name }) => name !== changed.name);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: nameOf(what), labels },
    spec: {
      securityContext,
      containers: [{ ...container, env: [...kept, changed] }],
      volumes,
      automountServiceAccountToken: false,
    },
  };
}

test.each(CASES)(
  'with %s a pod of %s stays not ready, says why and what to do, and does not crash again and again',
  async (what, _service, _changed, said) => {
    const name = nameOf(what);
    const look = async (): Promise<Pod> => JSON.parse(await read(podsPath(NAMESPACE, name)));
    const logOfPod = (previous: boolean) =>
      logOf(read, NAMESPACE, { pod: name, previous }).catch(() => '');
    await eventually(
      async () => {
        const [status] = (await look()).status.containerStatuses ?? [];
        const log = (await logOfPod(false)) || (await logOfPod(true));
        expect(`${status?.state.waiting?.message}\n${log}`).toMatch(said);
      },
      { timeoutMs: COMPLAINT_MAX_MS },
    );
    const [status] = (await look()).status.containerStatuses ?? [];
    expect(status?.ready).toBe(false);
    expect(status?.restartCount).toBeLessThanOrEqual(RESTARTS_MAX);
  },
  TEST_MAX_MS,
);
