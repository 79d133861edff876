import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import kafkajs, { type AclEntry } from 'kafkajs';
import { startLocalKafka } from '../../../launcher/src/provision/kafka.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { testIdentityEnv } from '../../src/testing/identity.ts';
import { selfSigned } from '../support/tls-front.ts';

export const CHARGES = 'topic-of-charges';
export const LEDGER = 'topic-of-ledger';
export const ADMIN = 'auth';
export const PASSWORD = 'correct-horse';

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
export function rightsOf(user: string, writes: string[], reads: string[]): AclEntry[] {
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
export async function startSecuredKafka(folder: string) {
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
