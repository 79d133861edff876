import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PARTITIONS, Topic } from '@entrada/contracts/topics';
import { roleOf } from '@entrada/platform/db/roles';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './open-cluster.ts';
import { DEV, describeChart, lint, named, render } from './render-chart.ts';
import { settingsOf } from './settings-of.ts';

const CHART = join(import.meta.dirname, '../../deploy/helm/entrada');
const example = (name: string) => join(CHART, 'examples', `${name}.yaml`);
const read = (name: string): Manifest[] =>
  parseAllDocuments(readFileSync(example(name), 'utf8')).map((document) => document.toJS());
const USERS = ['charges', 'ledger', 'webhooks', 'migrate'];

/** What an installation with a real bank sets beside its stores. */
const REST = {
  existingSecret: 'entrada',
  publicBaseUrl: 'https://pay.example.com',
  trustedProxies: '10.0.0.0/8',
  mailFrom: 'no-reply@pay.example.com',
  certificates: { source: 'cert-manager' },
  provider: { url: 'https://pix.example.com', pixKey: 'chave', tls: { secret: 'bank-client' } },
};

describeChart('the examples', () => {
  test('stores by operators and managed ones install live mode', async () => {
    const operators = ['strimzi-values', 'cloudnative-pg-values', 'valkey-values'].map(example);
    for (const files of [operators, [example('managed-values')]]) {
      expect(await lint(...files)).toMatchObject({ ok: true });
      const settings = settingsOf(await render(files, REST));
      expect(settings.get('ledger')).toMatchObject({ mode: 'live', kafkaTls: 'true' });
    }
    const tested = [...operators, example('managed-values')].map((file) => file.split('/').at(-1));
    const all = readdirSync(join(CHART, 'examples')).filter((name) =>
      name.endsWith('-values.yaml'),
    );
    expect(tested.toSorted()).toEqual(all.toSorted());
  });

  test('Strimzi makes the topics, users and Secrets that its values name', () => {
    const objects = read('strimzi');
    const [{ kafka } = {}] = read('strimzi-values');
    for (const topic of Object.values(Topic)) {
      const { partitions, replicas, config } = named(objects, 'KafkaTopic', topic).spec;
      expect([partitions, replicas, config['min.insync.replicas']]).toEqual([
        PARTITIONS,
        kafka.replicationFactor,
        kafka.minInsyncReplicas,
      ]);
    }
    for (const user of USERS) named(objects, 'KafkaUser', `${kafka.tls.userSecretPrefix}${user}`);
    const cluster = named(objects, 'Kafka', 'entrada-kafka');
    const [{ port }] = cluster.spec.kafka.listeners;
    expect(kafka.brokers).toBe(`${cluster.metadata.name}-kafka-bootstrap:${port}`);
    expect(kafka.tls.caSecret).toBe(`${cluster.metadata.name}-cluster-ca-cert`);
  });

  test('CloudNativePG makes each database with its owner and the role of its service', () => {
    const objects = read('cloudnative-pg');
    const [{ postgres } = {}] = read('cloudnative-pg-values');
    const { spec } = named(objects, 'Cluster', 'entrada-db');
    const roles = spec.managed.roles.map(({ name }: { name: string }) => name);
    for (const service of ['auth', 'charges', 'ledger', 'webhooks']) {
      const owner = roleOf(service, 'migrator');
      expect(named(objects, 'Database', `entrada-${service}`).spec).toMatchObject({
        name: service,
        owner,
      });
      expect(roles).toEqual(expect.arrayContaining([owner, roleOf(service, 'app')]));
    }
    expect(postgres.maxConnections).toBeLessThan(
      Number(spec.postgresql.parameters.max_connections),
    );
  });

  test('the profile for trying out brings stores, secrets and the edges to them', async () => {
    const objects = await render([DEV]);
    const secret = named(objects, 'Secret', 'entrada-dev').stringData;
    const settings = settingsOf(objects, (key) => secret[key]);
    expect(settings.get('ledger')).toMatchObject({
      databaseUrl: expect.stringContaining('@entrada-dev-postgres:5432/ledger'),
      kafkaBrokers: 'entrada-dev-kafka:9092',
      signingKey: secret.LEDGER_SIGNING_KEY,
    });
    expect(settings.get('gateway')).toMatchObject({ redisUrl: 'redis://entrada-dev-valkey:6379' });
    for (const store of ['postgres', 'kafka', 'valkey']) {
      named(objects, 'Service', `entrada-dev-${store}`);
      const { spec } = named(objects, 'StatefulSet', `entrada-dev-${store}`);
      expect([spec.replicas, spec.template.spec.securityContext.runAsNonRoot]).toEqual([1, true]);
    }
    const job = objects.find(({ kind }) => kind === 'Job');
    expect(job?.metadata.annotations).toBeUndefined();
  });
});
