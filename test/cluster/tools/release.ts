import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { newAuthority } from '@entrada/platform/identity/authority';
import { issueToOperator } from '@entrada/platform/identity/certificate-folder';
import { DAY_MS } from '@entrada/platform/time/units';
import { newSecrets } from '../../../packages/launcher/src/programs.ts';
import type { Say } from '../../../packages/launcher/src/provision/tools.ts';
import type { Image } from './build-image.ts';
import type { Cluster } from './find-cluster.ts';
import { knownTo } from './known-values.ts';
import { openEdges } from './open-edges.ts';
import type { Stores } from './stores.ts';

export const CHART = join(import.meta.dirname, '../../../deploy/helm/entrada');
const UNLIMITED = {
  RATE_LIMIT_PER_SECOND: '100000',
  RATE_LIMIT_BURST: '200000',
  RATE_LIMIT_FAILED_KEYS_PER_MINUTE: '100000',
  RATE_LIMIT_PUBLIC_PER_MINUTE: '100000',
};

/** Long enough for pods that share a small machine; each look at the books waits for it. */
export const AUDIT_LAG_MS = 10_000;
const AUDIT_EVERY_MS = 5_000;

export const RELEASE = 'entrada';
const SECRET = 'entrada';
const MIGRATIONS_SECRET = 'entrada-migrations';
const INSTALL_WAIT_MAX_S = 240;
const REMOVE_WAIT_MAX_S = 90;
const EXTRA_WAIT_MS = 15_000;
const REPLICAS = 2;
const SERVICES = ['auth', 'charges', 'ledger', 'webhooks', 'gateway', 'bank'] as const;
export const DATABASES = ['auth', 'charges', 'ledger', 'webhooks', 'bank'] as const;

export type ReleasePlan = {
  readonly namespace: string;
  readonly image: Image;
  readonly stores: Stores;
  /** Where pods reach this machine. */
  readonly hostIp: string;
  readonly publicBaseUrl: string;
  readonly databaseName: (service: string) => string;
};

/** A namespace that refuses every pod which is not of the restricted kind; removed with all it holds. */
export async function createNamespace(
  { kubectl }: Cluster,
  namespace: string,
  { signal, say }: { signal: AbortSignal; say: Say },
): Promise<AsyncDisposable> {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  const manifest = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } };
  await kubectl(['create', '-f', '-'], { input: JSON.stringify(manifest), signal });
  return {
    async [Symbol.asyncDispose]() {
      say(`Removing the namespace ${namespace}...`);
      await kubectl(
        ['delete', 'namespace', namespace, '--ignore-not-found', `--timeout=${REMOVE_WAIT_MAX_S}s`],
        { timeoutMs: REMOVE_WAIT_MAX_S * 1000 + EXTRA_WAIT_MS },
      );
    },
  };
}

/** Asks for it and leaves: the cluster removes the namespace with all that it holds. */
export async function removeNamespace({ kubectl }: Cluster, namespace: string): Promise<void> {
  const args = ['delete', 'namespace', namespace, '--ignore-not-found', '--wait=false'];
  await kubectl(args).catch(() => '');
}

/** What pods need, and apart from it what only the migration may have. */
export async function createSecrets(
  { kubectl }: Cluster,
  wanted: Pick<ReleasePlan, 'namespace' | 'stores' | 'databaseName'>,
): Promise<void> {
  const urls = (kind: 'migrator' | 'app') =>
    Object.fromEntries(
      DATABASES.map((service) => [
        `DATABASE_URL_${service.toUpperCase()}`,
        wanted.stores.databaseUrl({ service, name: wanted.databaseName(service) }, kind),
      ]),
    );
  const create = (name: string, stringData: Readonly<Record<string, string>>) => {
    const manifest = { apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData };
    return kubectl(['create', '-n', wanted.namespace, '-f', '-'], {
      input: JSON.stringify(manifest),
    });
  };
  const { ledgerSigningKey, eventKeys } = newSecrets();
  await create(MIGRATIONS_SECRET, urls('migrator'));
  await create(SECRET, {
    ...urls('app'),
    REDIS_URL: wanted.stores.redisUrl,
    AUTH_KEY_PEPPER: randomBytes(32).toString('base64'),
    AUTH_SECRET_KEY: randomBytes(32).toString('base64'),
    AUTH_AUDIT_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: `smtp://${RELEASE}-bank:2525`,
    WEBHOOKS_SECRET_KEY: randomBytes(32).toString('base64'),
    LEDGER_SIGNING_KEY: ledgerSigningKey,
    ...eventKeys,
    PROVIDER_CLIENT_SECRET: randomBytes(32).toString('hex'),
    PROVIDER_CALLBACK_SECRET: randomBytes(32).toString('hex'),
  });
}

/** The authority of operators, whose key stays on this machine, and what an operator of it has: certificate and key. */
export async function createOperator({ kubectl }: Cluster, namespace: string): Promise<string> {
  const from = new Date();
  const validity = { from, until: new Date(from.getTime() + DAY_MS) };
  const authority = await newAuthority('operators of the test', validity);
  const manifest = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `${RELEASE}-operators-ca` },
    data: { 'ca.crt': authority.certificate },
  };
  await kubectl(['create', '-n', namespace, '-f', '-'], { input: JSON.stringify(manifest) });
  const { certificate, key } = await issueToOperator(authority, {
    person: 'test-cluster',
    ...validity,
  });
  return `${certificate}\n${key}\n`;
}

/** Values of the chart: two replicas of each service, and what these tests need. */
export function valuesFor(wanted: ReleasePlan) {
  const replicas = SERVICES.map((service) => [service, { replicas: REPLICAS }]);
  const services = Object.fromEntries(replicas);
  return {
    image: wanted.image,
    existingSecret: SECRET,
    migrations: { existingSecret: MIGRATIONS_SECRET },
    publicBaseUrl: wanted.publicBaseUrl,
    trustedProxies: 'none',
    kafka: { brokers: wanted.stores.brokers, replicationFactor: 1, minInsyncReplicas: 1 },
    provider: { pixKey: 'recebedor@example.com' },
    // The default is 10. With 3, callers have less time to find a new pod before the old one stops.
    minReadySeconds: 3,
    networkPolicy: openEdges(wanted.stores, wanted.hostIp),
    // The receiver of this test speaks plain HTTP.
    services: {
      ...services,
      bank: { ...services.bank, enabled: true },
      // The tests send many requests, some with wrong keys, all from one address.
      gateway: { ...services.gateway, env: UNLIMITED },
      ledger: {
        ...services.ledger,
        env: { AUDIT_EVERY_MS: String(AUDIT_EVERY_MS), AUDIT_LAG_MS: String(AUDIT_LAG_MS) },
      },
      webhooks: {
        ...services.webhooks,
        env: { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8' },
      },
    },
  };
}

/** Installs the chart, or the one in another folder, and waits until all is ready. */
export async function install(
  { helm }: Cluster,
  wanted: ReleasePlan,
  { signal, chart = CHART }: { readonly signal: AbortSignal; readonly chart?: string },
): Promise<void> {
  const where = ['--namespace', wanted.namespace, '--timeout', `${INSTALL_WAIT_MAX_S}s`];
  const values = chart === CHART ? valuesFor(wanted) : knownTo(chart, valuesFor(wanted));
  await helm(['upgrade', '--install', RELEASE, chart, ...where, '--wait', '--values', '-'], {
    input: JSON.stringify(values),
    timeoutMs: INSTALL_WAIT_MAX_S * 2_000 + EXTRA_WAIT_MS,
    signal,
  });
}

export async function uninstall({ helm, kubectl }: Cluster, namespace: string): Promise<void> {
  const timeoutMs = REMOVE_WAIT_MAX_S * 1000 + EXTRA_WAIT_MS;
  const within = ['--timeout', `${REMOVE_WAIT_MAX_S}s`];
  await helm(['uninstall', RELEASE, '-n', namespace, '--wait', ...within], { timeoutMs });
  // A namespace that is removed while pods stop is looked at again only half a minute later.
  await kubectl(['wait', 'pod', '--all', '-n', namespace, '--for=delete', ...within], {
    timeoutMs,
  });
}
