import { roleOf } from '@entrada/platform/db/roles';
import { withSettings } from '@entrada/platform/db/session';
import { requiredAddress } from '@entrada/platform/testing/environment';
import { eventually } from '@entrada/platform/testing/eventually';
import { Client } from 'pg';
import { read } from './api.ts';
import { runCommand } from './tools/command.ts';
import { logOf, podsPath, secretData } from './tools/pods.ts';
import { MIGRATIONS_SECRET, RELEASE } from './tools/release.ts';

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
const secret = (name: string) => secretData(read, NAMESPACE, name);

/** A Secret like another one, in part different. */
async function secretLike(like: string, name: string, change: Record<string, string>) {
  const data = { ...(await secret(like)), ...change };
  const manifest = { apiVersion: 'v1', kind: 'Secret', metadata: { name }, data };
  await kubectl(['create', '-f', '-'], manifest);
}

type Change = (container: Container) => Container;

const withEnv =
  (...changed: readonly Variable[]): Change =>
  (container) => {
    const kept = container.env.filter(({ name }) => !changed.some((one) => one.name === name));
    return { ...container, env: [...kept, ...changed] };
  };
const fromSecret = (name: string, key: string) => ({
  name: key,
  valueFrom: { secretKeyRef: { name, key } },
});
type Service = 'charges' | 'gateway' | 'webhooks';
const CASES: readonly (readonly [what: string, Service, Change, said: RegExp])[] = [
  [
    'a Secret that is not there',
    'charges',
    withEnv(fromSecret('nothing', 'DATABASE_URL_CHARGES')),
    /secret "nothing" not found/,
  ],
  [
    'a key that its Secret has not',
    'charges',
    withEnv(fromSecret(`bad-password`, 'DATABASE_URL')),
    /couldn't find key DATABASE_URL in Secret/,
  ],
  [
    'a wrong password',
    'charges',
    withEnv(fromSecret('bad-password', 'DATABASE_URL_CHARGES')),
    /password authentication failed.*check user and password in the DATABASE_URL_/,
  ],
  [
    'a database that was never migrated',
    'charges',
    withEnv(fromSecret('bad-database', 'DATABASE_URL_CHARGES')),
    /never migrated: run the migrations/,
  ],
  [
    'a database of the version before',
    'charges',
    withEnv(fromSecret('old-schema', 'DATABASE_URL_CHARGES')),
    /its schema is too old, \d{4}_\w+ is missing: run the migrations of this version/,
  ],
  [
    'an authority that did not sign the certificate',
    'charges',
    // Of operators; it signs no certificate of a service.
    withEnv({ name: 'TLS_CA_FILE', value: '/etc/entrada/tls/operators-ca.crt' }),
    /check TLS_CERT_FILE, TLS_KEY_FILE, TLS_CA_FILE/,
  ],
  [
    'a Kafka that nobody answers at',
    // It publishes nothing: a pod of charges might become the one that does, and keep events from the other tests.
    'webhooks',
    withEnv({ name: 'KAFKA_BROKERS', value: `${HOST_IP}:1` }),
    /check KAFKA_BROKERS.*no Kafka broker reachable/,
  ],
  [
    'a public address without TLS in live mode',
    'gateway',
    withEnv({ name: 'MODE', value: 'live' }),
    /PUBLIC_BASE_URL.*https/,
  ],
];
const nameOf = (what: string) => what.toLowerCase().replaceAll(/\W+/g, '-').slice(0, 50);

const decoded = (value: string) => Buffer.from(value, 'base64').toString();
const encoded = (value: string) => Buffer.from(value).toString('base64');

/** In the database of charges, as its owner. */
async function withOwner(statements: readonly string[]): Promise<void> {
  const { DATABASE_URL_CHARGES = '' } = await secret(MIGRATIONS_SECRET);
  const owner = new Client({ connectionString: decoded(DATABASE_URL_CHARGES) });
  await owner.connect();
  try {
    for (const statement of statements) await owner.query(statement);
  } finally {
    await owner.end();
  }
}

beforeAll(async () => {
  const { DATABASE_URL_CHARGES = '', DATABASE_URL_BANK = '' } = await secret(RELEASE);
  const url = decoded(DATABASE_URL_CHARGES);
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await secretLike(RELEASE, 'bad-password', { DATABASE_URL_CHARGES: encoded(wrong.href) });
  // The same list of migrations without the last; the rest of the database stays as it is.
  await withOwner([
    'create schema version_before',
    'create table version_before.service_migration as select * from service_migration',
    'delete from version_before.service_migration where id = (select max(id) from service_migration)',
    `grant usage on schema version_before to ${roleOf('charges', 'app')}`,
    `grant select on version_before.service_migration to ${roleOf('charges', 'app')}`,
  ]);
  const old = withSettings(url, '-c search_path=version_before,public');
  await secretLike(RELEASE, 'old-schema', { DATABASE_URL_CHARGES: encoded(old) });
  await secretLike(RELEASE, 'bad-database', { DATABASE_URL_CHARGES: DATABASE_URL_BANK });
  const patterns = {
    charges: await podOf('charges'),
    gateway: await podOf('gateway'),
    webhooks: await podOf('webhooks'),
  };
  const items = CASES.map(([what, service, change]) => changedPod(what, patterns[service], change));
  await kubectl(['create', '-f', '-'], { apiVersion: 'v1', kind: 'List', items });
}, TEST_MAX_MS);

afterAll(async () => {
  const now = ['--force', '--grace-period=0'];
  await kubectl(['delete', 'pod', ...CASES.map(([what]) => nameOf(what)), ...now]);
  await kubectl(['delete', 'secret', 'bad-password', 'bad-database', 'old-schema']);
  await withOwner(['drop schema version_before cascade']);
}, TEST_MAX_MS);

async function podOf(service: Service): Promise<Pod> {
  const labels = encodeURIComponent(`app.kubernetes.io/component=${service},pod-template-hash`);
  const list = await read(`${podsPath(NAMESPACE)}?labelSelector=${labels}`);
  const [pod]: Pod[] = JSON.parse(list).items;
  if (!pod) throw new Error(`no pod of ${service}`);
  return pod;
}

/** As the chart makes them, but for the change; policies and Services take it for one of the service. */
function changedPod(what: string, like: Pod, change: Change): object {
  const { securityContext, containers, volumes = [] } = like.spec;
  const [container] = containers;
  if (!container) throw new Error('no container');
  const { 'pod-template-hash': _hash, ...labels } = like.metadata.labels;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: nameOf(what), labels },
    spec: {
      securityContext,
      containers: [change(container)],
      volumes,
      automountServiceAccountToken: false,
    },
  };
}

test.each(CASES)(
  'with %s a pod of %s stays not ready, says why and what to do, and does not crash again and again',
  async (what, _service, _change, said) => {
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
