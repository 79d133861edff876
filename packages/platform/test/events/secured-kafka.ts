import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import kafkajs, { type AclEntry } from 'kafkajs';
import { startLocalKafka } from '../../../launcher/src/provision/kafka.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { testIdentityEnv } from '../../src/testing/identity.ts';

const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
export const CHARGES = 'topic-of-charges';
export const LEDGER = 'topic-of-ledger';
export const ADMIN = 'auth';
export const PASSWORD = 'correct-horse';

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
