import 'reflect-metadata';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import kafkajs, { type AclEntry } from 'kafkajs';
import { startLocalKafka } from '../../../../scripts/provision/local-kafka.ts';
import type { TestServer } from '../../../../scripts/provision/test-server.ts';
import { processEnv } from '../../src/config/process-env.ts';
import { createTopics } from '../../src/events/create-topics.ts';
import { openKafkaClient } from '../../src/events/kafka/client.ts';
import { kafkaConnectionOf } from '../../src/events/kafka/connection.ts';
import { asAdmin } from '../../src/events/kafka/probe.ts';
import { openEventLog } from '../../src/events/open-event-log.ts';
import { requireSafeTopics } from '../../src/events/safe-topics.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testIdentityEnv } from '../../src/testing/identity.ts';
import { openTestRuntime } from '../support/test-runtime.ts';
import { newGroup } from './log-server.ts';

const START_MAX_MS = 120_000;
const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const CHARGES = 'topic-of-charges';
const LEDGER = 'topic-of-ledger';
const ADMIN = 'auth';

/** Certificates of the services are what `npm test` made; the broker's own is made here. */
async function brokerFiles(folder: string) {
  const keys = await crypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=broker',
    signingAlgorithm: KEYS,
    keys,
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 86_400_000),
    extensions: [new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
  });
  const key = PemConverter.encode(
    await crypto.subtle.exportKey('pkcs8', keys.privateKey),
    'PRIVATE KEY',
  );
  const own = certificate.toString('pem');
  const services = readFileSync(testIdentityEnv(ADMIN).TLS_CA_FILE ?? '', 'utf8');
  const files = { keystore: `${key}\n${own}\n`, truststore: `${services}\n${own}\n`, ca: own };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return (name: keyof typeof files) => join(folder, name);
}

const acl = (service: string, operation: number, resourceName: string, resourceType: number) => ({
  principal: `User:CN=${service}`,
  operation,
  resourceName,
  resourceType,
  host: '*',
  permissionType: kafkajs.AclPermissionTypes.ALLOW,
  resourcePatternType: kafkajs.ResourcePatternTypes.LITERAL,
});

/** As deploy/helm/entrada/examples/strimzi.yaml gives them. */
function rightsOf(service: string, writes: string[], reads: string[]): AclEntry[] {
  const { READ, WRITE, DESCRIBE, DESCRIBE_CONFIGS } = kafkajs.AclOperationTypes;
  const { TOPIC, GROUP } = kafkajs.AclResourceTypes;
  return [
    ...[CHARGES, LEDGER].map((topic) => acl(service, DESCRIBE, topic, TOPIC)),
    ...[CHARGES, LEDGER].map((topic) => acl(service, DESCRIBE_CONFIGS, topic, TOPIC)),
    ...writes.map((topic) => acl(service, WRITE, topic, TOPIC)),
    ...reads.map((topic) => acl(service, READ, topic, TOPIC)),
    acl(service, READ, '*', GROUP),
  ];
}

/** Elsewhere we cannot set up a broker as this needs it. */
const describeLocal = processEnv().TEST_KAFKA_SOURCE === 'local' ? describe : describe.skip;

describeNeeding(['kafka'], 'access to Kafka', () =>
  describeLocal('by certificates', describeAccess),
);

function describeAccess(): void {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-kafka-access-'));
  let server: TestServer;
  let caFile: string;

  const configOf = (service: string, mode: 'live' | 'test' = 'live') => {
    const { TLS_CERT_FILE, TLS_KEY_FILE } = testIdentityEnv(service);
    return {
      mode,
      kafkaBrokers: server.address,
      kafkaReplicationFactor: 1,
      kafkaMinInsyncReplicas: 1,
      kafkaTls: 'true' as const,
      kafkaCaFile: caFile,
      kafkaCertFile: TLS_CERT_FILE,
      kafkaKeyFile: TLS_KEY_FILE,
    };
  };
  const allow = (acls: AclEntry[]) =>
    asAdmin(
      () =>
        openKafkaClient({
          connection: kafkaConnectionOf(configOf(ADMIN)),
          clientId: 'test',
          log: openTestRuntime().log,
        }),
      (admin) => admin.createAcls({ acl: acls }),
    );
  const start = (service: string, own: string[]) =>
    requireSafeTopics(configOf(service), { all: [CHARGES, LEDGER], own }, openTestRuntime());
  const record = (topic: string) => ({ topic, key: 'k', value: Buffer.from('v'), headers: {} });

  beforeAll(async () => {
    const file = await brokerFiles(folder);
    caFile = file('ca');
    server = await startLocalKafka({
      isBrief: true,
      properties: {
        'listener.security.protocol.map': 'CLIENTS:SSL,CONTROLLER:PLAINTEXT',
        'ssl.keystore.type': 'PEM',
        'ssl.keystore.location': file('keystore'),
        'ssl.truststore.type': 'PEM',
        'ssl.truststore.location': file('truststore'),
        'ssl.client.auth': 'required',
        'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
        'super.users': `User:ANONYMOUS;User:CN=broker;User:CN=${ADMIN}`,
      },
    });
    await createTopics(configOf(ADMIN), { topics: [CHARGES, LEDGER], partitions: 1 });
    await allow([
      ...rightsOf('charges', [CHARGES], []),
      ...rightsOf('ledger', [LEDGER], [CHARGES]),
      ...rightsOf('webhooks', [], [CHARGES, LEDGER]),
      ...rightsOf('gateway', [CHARGES, LEDGER], []),
    ]);
  }, START_MAX_MS);

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    'over mTLS each service writes its own topic and no other, and readers read',
    async () => {
      await using charges = openEventLog(configOf('charges'), openTestRuntime(), 'charges');
      await using ledger = openEventLog(configOf('ledger'), openTestRuntime(), 'ledger');
      const read: string[] = [];
      await ledger.subscribe({ group: newGroup(), topics: [CHARGES] }, async (records) => {
        read.push(...records.map(({ value }) => value.toString()));
      });

      await eventually(() => charges.publish([record(CHARGES)]), { timeoutMs: 60_000 });

      await eventually(() => read.length > 0, { timeoutMs: 60_000 });
      await expect(ledger.publish([record(CHARGES)])).rejects.toThrow(/[Nn]ot authorized/);
      await expect(charges.publish([record(LEDGER)])).rejects.toThrow(/[Nn]ot authorized/);
    },
    START_MAX_MS,
  );

  test(
    'in live mode a service starts with its own rights, and refuses with more',
    async () => {
      using _charges = await start('charges', [CHARGES]);
      using _ledger = await start('ledger', [LEDGER]);
      using _webhooks = await start('webhooks', []);

      await expect(start('gateway', [LEDGER])).rejects.toThrow(
        `may write topic ${CHARGES}, which another service writes`,
      );
      await expect(start(ADMIN, [CHARGES])).rejects.toThrow(`may write topic ${LEDGER}`);
    },
    START_MAX_MS,
  );

  test(
    'a broker of an authority that is not ours is not talked to',
    async () => {
      const { kafkaCaFile: _ours, ...config } = configOf('charges');
      await using log = openEventLog(config, openTestRuntime(), 'charges');
      await expect(log.publish([record(CHARGES)])).rejects.toThrow(/self-signed|certificate/);
    },
    START_MAX_MS,
  );
}
