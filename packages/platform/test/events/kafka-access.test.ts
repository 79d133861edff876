import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import kafkajs, { type AclEntry } from 'kafkajs';
import { startLocalKafka } from '../../../launcher/src/provision/kafka.ts';
import { processEnv } from '../../src/config/common-settings.ts';
import { createTopics, requireSafeTopics } from '../../src/events/admin.ts';
import {
  asAdmin,
  isOutage,
  kafkaConnectionOf,
  openKafkaClient,
  openTokens,
} from '../../src/events/kafka/client.ts';
import { openEventLog } from '../../src/events/open-event-log.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { forTests } from '../../src/testing/for-tests.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { testIdentityEnv } from '../../src/testing/identity.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { selfSigned } from '../support/tls-front.ts';
import { newGroup } from './log-server.ts';

/** Elsewhere we cannot set up a broker as this needs it. */
const describeLocal = processEnv().TEST_KAFKA_SOURCE === 'local' ? describe : describe.skip;

describeNeeding(['kafka'], 'access to Kafka', () =>
  describeLocal('by certificate and login', describeAccess),
);

function describeAccess(): void {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-kafka-access-'));
  let kafka: Awaited<ReturnType<typeof startSecuredKafka>>;

  const configOf = (service: string, mode: 'live' | 'test' = 'live') => {
    const { TLS_CERT_FILE, TLS_KEY_FILE } = testIdentityEnv(service);
    return {
      mode,
      kafkaBrokers: kafka.server.address,
      kafkaReplicationFactor: 1,
      kafkaMinInsyncReplicas: 1,
      kafkaTls: 'true' as const,
      kafkaCaFile: kafka.caFile,
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
          log: testRuntime().log,
        }),
      (admin) => admin.createAcls({ acl: acls }),
    );
  const start = (service: string, own: string[]) =>
    requireSafeTopics(configOf(service), { all: [CHARGES, LEDGER], own }, testRuntime());
  const record = (topic: string) => ({ topic, key: 'k', value: Buffer.from('v'), headers: {} });

  beforeAll(async () => {
    kafka = await startSecuredKafka(folder);
    await createTopics(configOf(ADMIN), { topics: [CHARGES, LEDGER], partitions: 1 });
    await allow([
      ...rightsOf('CN=charges', [CHARGES], []),
      ...rightsOf('CN=ledger', [LEDGER], [CHARGES]),
      ...rightsOf('CN=webhooks', [], [CHARGES, LEDGER]),
      ...rightsOf('CN=gateway', [CHARGES, LEDGER], []),
      ...rightsOf('charges', [CHARGES], []),
    ]);
  });

  afterAll(async () => {
    await kafka?.server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  test('over mTLS each service writes its own topic and no other, and readers read', async () => {
    await using charges = openEventLog(configOf('charges'), testRuntime(), 'charges');
    await using ledger = openEventLog(configOf('ledger'), testRuntime(), 'ledger');
    const read: string[] = [];
    await ledger.subscribe(
      { group: newGroup(), topics: [CHARGES], databaseUrl: '' },
      async (records) => {
        read.push(...records.map(({ value }) => value.toString()));
      },
    );

    await eventually(() => charges.publish([record(CHARGES)]), { timeoutMs: 120_000 });

    await eventually(() => read.length > 0, { timeoutMs: 120_000 });
    await expect(ledger.publish([record(CHARGES)])).rejects.toThrow(/[Nn]ot authorized/);
    await expect(charges.publish([record(LEDGER)])).rejects.toThrow(/[Nn]ot authorized/);
  });

  test('in live mode a service starts with its own rights, and refuses with more', async () => {
    using _charges = await start('charges', [CHARGES]);
    using _ledger = await start('ledger', [LEDGER]);
    using _webhooks = await start('webhooks', []);

    await expect(start('gateway', [LEDGER])).rejects.toThrow(
      `may write topic ${CHARGES}, which another service writes`,
    );
    await expect(start(ADMIN, [CHARGES])).rejects.toThrow(`may write topic ${LEDGER}`);
  });

  test('a broker of an authority that is not ours is not talked to', async () => {
    const { kafkaCaFile: _ours, ...config } = configOf('charges');
    await using log = openEventLog(config, testRuntime(), 'charges');
    await expect(log.publish([record(CHARGES)])).rejects.toThrow(/self-signed|certificate/);
  });

  describe('a service that logs in', () => {
    const tokens = forTests(() => openTokenServer());

    const publishing = async (login: object, topic: string) => {
      const { kafkaCertFile: _cert, kafkaKeyFile: _key, ...config } = configOf('charges');
      const own = { ...config, kafkaBrokers: kafka.loginAddress, ...login };
      await using log = openEventLog(own, testRuntime(), 'charges');
      await log.publish([record(topic)]);
    };
    const loginBy = async (kafkaSaslMechanism: 'plain' | 'scram-sha-512' | 'oauthbearer') => ({
      kafkaSaslMechanism,
      kafkaSaslUsername: 'charges',
      kafkaSaslPassword: PASSWORD,
      kafkaSaslTokenUrl: await tokens.url,
    });

    test.each(['plain', 'scram-sha-512', 'oauthbearer'] as const)(
      'by %s writes its own topic and no other, and nothing with a wrong password',
      async (mechanism) => {
        const login = await loginBy(mechanism);
        await eventually(() => publishing(login, CHARGES), { timeoutMs: 120_000 });

        await expect(publishing(login, LEDGER)).rejects.toThrow(/[Nn]ot authorized/);
        const wrong = { ...login, kafkaSaslPassword: 'wrong' };
        await expect(publishing(wrong, CHARGES)).rejects.toThrow(/[Aa]uthentication|status 401/);
      },
    );

    test('by tokens asks for one when several connections need it, and says no secret when it gets none', async () => {
      const asked = tokens.count();
      const login = { tokenUrl: await tokens.url, clientId: 'charges', clientSecret: PASSWORD };
      const token = openTokens(login);
      const [first, second] = await Promise.all([token(), token()]);

      expect(second).toEqual(first);
      expect(await token()).toEqual(first);
      expect(tokens.count()).toBe(asked + 1);
      const refused = openTokens({ ...login, clientSecret: 'hunter2' })();
      await expect(refused).rejects.toThrow(/^KAFKA_SASL_TOKEN_URL answered with status 401$/);
      expect(isOutage(await refused.catch((error) => error))).toBe(false);
    });

    test('waits for a token server that is down', async () => {
      const login = { clientId: 'charges', clientSecret: PASSWORD };
      await using broken = openTokenServer(503);
      for (const tokenUrl of [await broken.url, `http://127.0.0.1:${await freePort()}/token`]) {
        const failed = await openTokens({ ...login, tokenUrl })().catch((error) => error);
        expect(isOutage(failed)).toBe(true);
        expect(String(failed)).not.toContain(PASSWORD);
      }
    });
  });
}

/** Grants tokens by client credentials. They are unsigned: the broker under test believes such. */
function openTokenServer(failure?: number) {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    if (failure) return response.writeHead(failure).end();
    const pair = Buffer.from(`charges:${PASSWORD}`).toString('base64');
    if (request.headers.authorization !== `Basic ${pair}`) return response.writeHead(401).end();
    const iat = Math.floor(Date.now() / 1_000);
    const parts = [{ alg: 'none' }, { sub: 'charges', iat, exp: iat + 3_600 }].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    response.end(JSON.stringify({ access_token: `${parts.join('.')}.`, expires_in: 3_600 }));
  });
  const listening = once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: listening.then(() => `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`),
    count: () => count,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

const CHARGES = 'topic-of-charges';
const LEDGER = 'topic-of-ledger';
const ADMIN = 'auth';
const PASSWORD = 'correct-horse';

/** Certificates of the services are what `npm test` made; the broker's own is made here. */
async function brokerFiles(folder: string) {
  const { cert: own, key } = await selfSigned('broker');
  const services = readFileSync(testIdentityEnv(ADMIN).TLS_CA_FILE ?? '', 'utf8');
  const files = { keystore: `${key}\n${own}\n`, truststore: `${services}\n${own}\n`, ca: own };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return (name: keyof typeof files) => join(folder, name);
}

const acl = (user: string, operation: number, resourceName: string, resourceType: number) => ({
  principal: `User:${user}`,
  operation,
  resourceName,
  resourceType,
  host: '*',
  permissionType: kafkajs.AclPermissionTypes.ALLOW,
  resourcePatternType: kafkajs.ResourcePatternTypes.LITERAL,
});

/** As deploy/helm/entrada/examples/strimzi.yaml gives them. */
function rightsOf(user: string, writes: string[], reads: string[]): AclEntry[] {
  const { READ, WRITE, DESCRIBE, DESCRIBE_CONFIGS } = kafkajs.AclOperationTypes;
  const { TOPIC, GROUP } = kafkajs.AclResourceTypes;
  return [
    ...[CHARGES, LEDGER].map((topic) => acl(user, DESCRIBE, topic, TOPIC)),
    ...[CHARGES, LEDGER].map((topic) => acl(user, DESCRIBE_CONFIGS, topic, TOPIC)),
    ...writes.map((topic) => acl(user, WRITE, topic, TOPIC)),
    ...reads.map((topic) => acl(user, READ, topic, TOPIC)),
    acl(user, READ, '*', GROUP),
  ];
}

const LOGIN_MODULES = {
  plain: `plain.PlainLoginModule required user_charges="${PASSWORD}"`,
  'scram-sha-512': 'scram.ScramLoginModule required',
  oauthbearer: 'oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="broker"',
};

/** Known by certificate at its first address, and by login at the other. */
async function startSecuredKafka(folder: string) {
  const file = await brokerFiles(folder);
  const loginPort = await freePort();
  const logins = Object.entries(LOGIN_MODULES).map(([mechanism, module]) => [
    `listener.name.login.${mechanism}.sasl.jaas.config`,
    `org.apache.kafka.common.security.${module};`,
  ]);
  const server = await startLocalKafka({
    isBrief: true,
    listeners: { LOGIN: loginPort },
    scramUsers: { charges: PASSWORD },
    properties: {
      'listener.security.protocol.map': 'CLIENTS:SSL,LOGIN:SASL_SSL,CONTROLLER:PLAINTEXT',
      'ssl.keystore.type': 'PEM',
      'ssl.keystore.location': file('keystore'),
      'ssl.truststore.type': 'PEM',
      'ssl.truststore.location': file('truststore'),
      'ssl.client.auth': 'required',
      'listener.name.login.ssl.client.auth': 'none',
      'sasl.enabled.mechanisms': Object.keys(LOGIN_MODULES).join().toUpperCase(),
      ...Object.fromEntries(logins),
      'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      'super.users': `User:ANONYMOUS;User:CN=broker;User:CN=${ADMIN}`,
    },
  });
  return { server, loginAddress: `127.0.0.1:${loginPort}`, caFile: file('ca') };
}
