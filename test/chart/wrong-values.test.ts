import { randomBytes } from 'node:crypto';
import { openCluster } from './open-cluster.ts';
import { describeChart, NAMESPACE, template, valueSet } from './render-chart.ts';

const SANDBOX = 'sandbox';
const LIVE = 'live';

/** Wrong values over a set of right ones, and what the refusal says about them. */
const WRONG: readonly [string, string, object, RegExp][] = [
  ['an unknown field', SANDBOX, { replicas: 3 }, /additional properties 'replicas' not allowed/],
  ['a misspelt field', SANDBOX, { kafka: { broker: 'a:1' } }, /\/kafka.*'broker' not allowed/s],
  ['an unknown service', SANDBOX, { services: { bnak: {} } }, /\/services.*'bnak' not allowed/s],
  ['no Secret', SANDBOX, { existingSecret: null }, /existingSecret/],
  ['no public address', SANDBOX, { publicBaseUrl: '' }, /publicBaseUrl: set the address/],
  ['a path in it', SANDBOX, { publicBaseUrl: 'https://a.b/c' }, /\/publicBaseUrl.*pattern/s],
  ['no choice of proxies', SANDBOX, { trustedProxies: '' }, /trustedProxies: set the addresses/],
  ['names of proxies', SANDBOX, { trustedProxies: 'nginx' }, /\/trustedProxies.*pattern/s],
  ['no brokers', SANDBOX, { kafka: { brokers: '' } }, /kafka\.brokers: set host:port/],
  ['brokers without a port', SANDBOX, { kafka: { brokers: 'kafka' } }, /\/kafka\/brokers/],
  [
    'more in sync than replicas',
    SANDBOX,
    { kafka: { minInsyncReplicas: 2 } },
    /kafka\.minInsyncReplicas: 2 is more than kafka\.replicationFactor/,
  ],
  ['no replica', SANDBOX, { services: { auth: { replicas: 0 } } }, /\/services\/auth\/replicas/],
  [
    'a service off',
    SANDBOX,
    { services: { auth: { enabled: false } } },
    /\/services\/auth'.*'enabled' not allowed/,
  ],
  [
    'a text as a number',
    SANDBOX,
    { services: { auth: { replicas: '2' } } },
    /\/services\/auth\/replicas.*integer/s,
  ],
  [
    'more consumers than partitions',
    SANDBOX,
    { services: { ledger: { replicas: 13 } } },
    /services\.ledger\.replicas: 13 is more than the 12 partitions .*set 12 or less/,
  ],
  [
    'an autoscaler that would make more consumers than partitions',
    'scaled',
    { services: { ledger: { maxReplicas: 13 }, webhooks: { maxReplicas: 14 } } },
    /services\.ledger\.maxReplicas: 13 is more than the 12 .*webhooks\.maxReplicas: 14 is more .*set 12 or less/s,
  ],
  [
    'more connections than Postgres has',
    SANDBOX,
    { services: { charges: { database: { poolMax: 20 } } } },
    /may open 138 connections, and it has 97\. Lower .*charges: 3 pods \(one of a rolling upgrade\) x \(20 of the pool \+ 3 sessions\) = 69/s,
  ],
  [
    'one connection less than the defaults need',
    SANDBOX,
    { postgres: { maxConnections: 92 } },
    /may open 93 connections, and it has 92/,
  ],
  [
    'a pool by the environment',
    SANDBOX,
    { env: { DATABASE_POOL_MAX: '10' } },
    /postgres\.maxConnections: .*may open 186 connections/s,
  ],
  ['a tag as digest', SANDBOX, { image: { digest: 'latest' } }, /\/image\/digest/],
  [
    'a variable in lower case',
    SANDBOX,
    { env: { log_level: 'debug' } },
    /'\/env'.*'log_level' not allowed/,
  ],
  [
    'an unknown alert',
    SANDBOX,
    { monitoring: { rules: { excludeRules: ['BankDwon'] } } },
    /monitoring\.rules\.excludeRules: there is no alert BankDwon/,
  ],
  ['an unknown source', SANDBOX, { certificates: { source: 'vault' } }, /\/certificates\/source/],
  [
    'a peer without an address',
    SANDBOX,
    { networkPolicy: { postgres: { to: [{ cidr: '10.0.0.0/8' }] } } },
    /\/networkPolicy\/postgres\/to\/0/,
  ],
  [
    'autoscaling by a request that means nothing',
    SANDBOX,
    { services: { gateway: { maxReplicas: 10 } } },
    /services\.gateway\.maxReplicas: .* 50m .*200m or more/,
  ],
  [
    'a minimum above the maximum',
    SANDBOX,
    { services: { gateway: { replicas: 3, maxReplicas: 2 } } },
    /gateway\.maxReplicas: 2 is less than replicas/,
  ],
  [
    'two ways in',
    LIVE,
    { ingress: { enabled: true } },
    /ingress\.enabled: route\.parentRefs is set too/,
  ],
  ['http in live mode', LIVE, { publicBaseUrl: 'http://a.b' }, /publicBaseUrl: .* https/],
  ['a bank over http', LIVE, { provider: { url: 'http://bank' } }, /provider\.url: .* https/],
  ['no bank', LIVE, { provider: { url: '' } }, /provider\.url: set the address/],
  ['an unknown bank', LIVE, { provider: { profile: 'nubank' } }, /\/provider\/profile/],
  [
    'Kafka in plaintext',
    LIVE,
    { kafka: { tls: { enabled: false } } },
    /kafka\.tls\.enabled: with a real bank/,
  ],
  ['weak topics', LIVE, { kafka: { replicationFactor: 2 } }, /replicationFactor: at least 3/],
  [
    'brokers that do not know the services',
    LIVE,
    { kafka: { tls: { userSecretPrefix: '' } } },
    /brokers must know charges.*know webhooks.*know migrate; set it, or migrations\.env\.KAFKA_SASL_MECHANISM/s,
  ],
  [
    'users of Kafka without a name or a password',
    'live-sasl',
    {
      migrations: { secrets: { KAFKA_SASL_PASSWORD: null } },
      services: { ledger: { secrets: { KAFKA_SASL_PASSWORD: null } } },
    },
    /services\.ledger\.secrets\.KAFKA_SASL_PASSWORD: .*migrations\.secrets\.KAFKA_SASL_PASSWORD: /s,
  ],
  [
    'tokens for Kafka from nowhere',
    'live-sasl',
    {
      env: { KAFKA_SASL_MECHANISM: 'oauthbearer' },
    },
    /services\.charges\.env\.KAFKA_SASL_TOKEN_URL: .*migrations\.env\.KAFKA_SASL_TOKEN_URL: .* https/s,
  ],
  [
    'a name of an attribute with a space',
    SANDBOX,
    { telemetry: { resourceAttributes: { 'the team': 'pay' } } },
    /\/telemetry\/resourceAttributes.*'the team' not allowed/s,
  ],
  [
    'a Grafana without a scheme',
    SANDBOX,
    { monitoring: { grafanaUrl: 'grafana' } },
    /\/monitoring\/grafanaUrl/,
  ],
  [
    'Postgres in plaintext',
    LIVE,
    { postgres: { tls: { enabled: false, caSecret: '' } } },
    /postgres\.tls\.enabled: with a real bank .*set it to true/,
  ],
  [
    'proxies that are everybody',
    LIVE,
    { trustedProxies: '10.0.0.0/8, 0.0.0.0/0' },
    /trustedProxies: it must not have ranges .*name the proxies only/,
  ],
  [
    'proxies that are everybody, of IPv6, by the environment',
    LIVE,
    { services: { gateway: { env: { TRUSTED_PROXIES: '::/0' } } } },
    /services\.gateway\.env\.TRUSTED_PROXIES: it must not have ranges/,
  ],
  [
    'decisions by one person',
    LIVE,
    { services: { auth: { env: { OPERATOR_APPROVAL: 'off' } } } },
    /services\.auth\.env\.OPERATOR_APPROVAL: it must not be off with a real bank; remove it/,
  ],
  [
    'unverified connections by the environment',
    LIVE,
    { env: { DATABASE_SSLMODE: 'disable' } },
    /\nenv\.DATABASE_SSLMODE: it must not be other than verify-full/,
  ],
  [
    'stores for trying out',
    LIVE,
    { dev: { enabled: true } },
    /dev\.enabled: only with the sandbox/,
  ],
];

describeChart('wrong values', () => {
  test.each(WRONG)('%s: refused, with what and where', async (_name, set, values, says) => {
    const { ok, output } = await template([valueSet(set)], values);
    expect({ ok, output }).toEqual({ ok: false, output: expect.stringMatching(says) });
  });

  test('in a cluster, secrets that are unsafe with a real bank: refused, each with what to do', async () => {
    const encoded = (text: string) => Buffer.from(text).toString('base64');
    const known = encoded(Buffer.alloc(32, 'pepper').toString('base64'));
    const data = {
      DATABASE_URL_AUTH: encoded('postgres://u:p@db/auth?sslmode=disable'),
      DATABASE_URL_CHARGES: encoded('postgres://u:p@db/charges'),
      REDIS_URL: encoded('redis://cache:6379'),
      PROVIDER_CALLBACK_SECRET: encoded('x'),
      AUTH_KEY_PEPPER: known,
      AUTH_SECRET_KEY: encoded(randomBytes(32).toString('base64')),
    };
    const metadata = { namespace: NAMESPACE, name: 'entrada' };
    await using cluster = await openCluster([{ apiVersion: 'v1', kind: 'Secret', metadata, data }]);
    const { output } = await template([valueSet(LIVE)], {}, { cluster: cluster.env });
    expect(output.match(/existingSecret: \w+ of the Secret entrada must .*; \w+/g)).toEqual([
      expect.stringMatching(/AUTH_KEY_PEPPER .* must be random .*; set/),
      expect.stringMatching(/DATABASE_URL_AUTH .* must not have an sslmode .*; remove/),
      expect.stringMatching(/PROVIDER_CALLBACK_SECRET .* at least 32 .*; set/),
      expect.stringMatching(/REDIS_URL .* TLS and a password .*; set/),
    ]);
  });

  test('all problems are said at once', async () => {
    const { output } = await template([]);
    for (const field of ['existingSecret', 'publicBaseUrl', 'trustedProxies', 'provider.url']) {
      expect(output).toContain(`\n${field}: `);
    }
  });
});
