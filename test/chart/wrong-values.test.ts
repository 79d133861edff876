import { randomBytes } from 'node:crypto';
import { openCluster } from './open-cluster.ts';
import { DEV, describeChart, NAMESPACE, template, valueSet } from './render-chart.ts';

const SANDBOX = valueSet('sandbox');
const LIVE = valueSet('live');
const SASL = valueSet('live-sasl');
const SCALED = valueSet('scaled');
const scratch = (name: string) => ({ name, emptyDir: {} });
const postgres = (edge: object) => ({ networkPolicy: { postgres: edge } });

/** Wrong values over a set of right ones, and what the refusal says about them. */
const WRONG: readonly [string, string, object, RegExp][] = [
  ['a misspelt field', SANDBOX, { kafka: { broker: 'a:1' } }, /\/kafka.*'broker' not allowed/s],
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
    'more consumers than partitions',
    SANDBOX,
    { services: { ledger: { replicas: 13 } } },
    /services\.ledger\.replicas: 13 is more than the 12 partitions .*set 12 or less/,
  ],
  [
    'an autoscaler that would make more consumers than partitions',
    SCALED,
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
    SASL,
    {
      migrations: { secrets: { KAFKA_SASL_PASSWORD: null } },
      services: { ledger: { secrets: { KAFKA_SASL_PASSWORD: null } } },
    },
    /services\.ledger\.secrets\.KAFKA_SASL_PASSWORD: .*migrations\.secrets\.KAFKA_SASL_PASSWORD: /s,
  ],
  [
    'tokens for Kafka from nowhere',
    SASL,
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
  [
    'a range that is none',
    SANDBOX,
    postgres({ to: [{ ipBlock: { cidr: '999.1.1.1/99' } }] }),
    /networkPolicy\.postgres\.to: 999\.1\.1\.1\/99 is not a CIDR range/,
  ],
  [
    'a range and pods in one peer',
    SANDBOX,
    postgres({ to: [{ ipBlock: { cidr: '10.0.0.0/8' }, podSelector: {} }] }),
    /\/networkPolicy\/postgres\/to\/0/,
  ],
  [
    'no port, which would open all',
    SANDBOX,
    postgres({ ports: [] }),
    /\/networkPolicy\/postgres\/ports/,
  ],
  [
    'a proxy that is no address',
    SANDBOX,
    { trustedProxies: '10.0.0.1, 999.1.1.1' },
    /trustedProxies: 999\.1\.1\.1 is neither/,
  ],
  ['a port beyond the last', SANDBOX, { kafka: { brokers: 'k:99999' } }, /kafka\.brokers: k:99999/],
  [
    'a port that is none',
    SANDBOX,
    { publicBaseUrl: 'https://a.b:c' },
    /\npublicBaseUrl: https:\/\/a\.b:c is not/,
  ],
  ['a host in capitals', SANDBOX, { publicBaseUrl: 'https://A.b' }, /\npublicBaseUrl: .*lower/],
  [
    'a route for an address',
    LIVE,
    { publicBaseUrl: 'https://10.0.0.1' },
    /publicBaseUrl: a route or an Ingress needs the name/,
  ],
  ['a tag in the repository', SANDBOX, { image: { repository: 'a:1' } }, /\/image\/repository/],
  [
    'CPU in bytes',
    SANDBOX,
    { resources: { requests: { cpu: '50Mi' } } },
    /\/resources\/requests\/cpu/,
  ],
  [
    'more memory than its limit',
    SANDBOX,
    { resources: { requests: { memory: '1Gi' }, limits: { memory: '1000M' } } },
    /^\s*resources\.requests\.memory: 1Gi is more than its limit, which is 1000M$/m,
  ],
  [
    'more bytes than the limit of every service, as a number',
    SANDBOX,
    { resources: { requests: { memory: 2147483648 }, limits: { memory: '1Gi' } } },
    /\nresources\.requests\.memory: 2147483648 is more than its limit, which is 1Gi/,
  ],
  [
    'more cores than the limit of a service',
    SANDBOX,
    { services: { ledger: { resources: { requests: { cpu: '.5' }, limits: { cpu: '499m' } } } } },
    /services\.ledger\.resources\.requests\.cpu: \.5 is more than its limit, which is 499m/,
  ],
  [
    'a small share of a core as a number',
    SCALED,
    { services: { gateway: { resources: { requests: { cpu: 0.05 } } } } },
    /services\.gateway\.maxReplicas: .* 0\.05 .*200m or more/,
  ],
  [
    'a pool by a template',
    SANDBOX,
    { env: { DATABASE_POOL_MAX: '{{ 10 }}' } },
    /may open 186 connections/,
  ],
  [
    'an authority without TLS',
    SANDBOX,
    { kafka: { tls: { caSecret: 'ca' } } },
    /kafka\.tls\.caSecret: /,
  ],
  [
    'an unknown mechanism',
    SASL,
    { env: { KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512' } },
    /\nenv\.KAFKA_SASL_MECHANISM: SCRAM-SHA-512 is none of plain/,
  ],
  [
    'an issuer that nobody asks',
    SANDBOX,
    { certificates: { issuerRef: { name: 'company' } } },
    /certificates\.issuerRef: only with/,
  ],
  [
    'a secret as a plain value too',
    SANDBOX,
    { services: { auth: { env: { AUTH_SECRET_KEY: 'a' } } } },
    /services\.auth\.env\.AUTH_SECRET_KEY: services\.auth\.secrets has it too/,
  ],
  ['another mode', LIVE, { env: { MODE: 'test' } }, /\nenv\.MODE: the mode is live unless/],
  [
    'a port that nothing else knows',
    SANDBOX,
    { services: { gateway: { env: { PORT: 9000 } } } },
    /services\.gateway\.env\.PORT: /,
  ],
  [
    'a drain longer than a pod has',
    SANDBOX,
    { env: { SHUTDOWN_TIMEOUT_MS: 40_000 } },
    /\nenv\.SHUTDOWN_TIMEOUT_MS: .* 39000/,
  ],
  [
    'a volume of the chart',
    SANDBOX,
    { extraVolumes: [scratch('tls')] },
    /extraVolumes: the chart has a volume tls/,
  ],
  [
    'two volumes of one name',
    SANDBOX,
    { extraVolumes: [scratch('a')], services: { auth: { extraVolumes: [scratch('a')] } } },
    /services\.auth\.extraVolumes: there is more than one volume a/,
  ],
  [
    'a mount of nothing',
    SANDBOX,
    { extraVolumeMounts: [{ name: 'a', mountPath: '/a' }] },
    /extraVolumeMounts: a is not the name of a volume/,
  ],
  [
    'a mount over certificates',
    SANDBOX,
    {
      extraVolumes: [scratch('a')],
      extraVolumeMounts: [{ name: 'a', mountPath: '/etc/entrada/tls' }],
    },
    /extraVolumeMounts: another volume is at \/etc\/entrada\/tls/,
  ],
  [
    'a label of the chart',
    SANDBOX,
    { podLabels: { 'app.kubernetes.io/component': 'a' } },
    /podLabels: app\.kubernetes\.io\/component is set by the chart/,
  ],
  [
    'stores of two kinds',
    DEV,
    { existingSecret: 'entrada', kafka: { replicationFactor: 3 } },
    /existingSecret: dev\.enabled brings.*kafka\.replicationFactor: .*set 1/s,
  ],
];

describeChart('wrong values', () => {
  test.each(WRONG)('%s: refused, with what and where', async (_name, file, values, says) => {
    const { ok, output } = await template([file], values);
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
    const { output } = await template([LIVE], {}, { cluster: cluster.env });
    expect(output.match(/existingSecret: \w+ of the Secret entrada must .*; \w+/g)).toEqual([
      expect.stringMatching(/AUTH_KEY_PEPPER .* must be random .*; set/),
      expect.stringMatching(/DATABASE_URL_AUTH .* must not have an sslmode .*; remove/),
      expect.stringMatching(/PROVIDER_CALLBACK_SECRET .* at least 32 .*; set/),
      expect.stringMatching(/REDIS_URL .* TLS and a password .*; set/),
    ]);
  });

  test('all problems are said at once, what is wrong for every service once', async () => {
    const { output: said } = await template([SANDBOX], { env: { MODE: 'test' } });
    expect(said.match(/env\.MODE: /g)).toHaveLength(1);
    const { output } = await template([]);
    for (const field of ['existingSecret', 'publicBaseUrl', 'trustedProxies', 'provider.url']) {
      expect(output).toContain(`\n${field}: `);
    }
  });

  test.each([
    [
      'a share of a core without its zero, and as much as the limit',
      SANDBOX,
      {
        resources: {
          requests: { cpu: '.5', memory: 1073741824 },
          limits: { cpu: '500m', memory: '1Gi' },
        },
      },
    ],
    ['an IPv6 range', SANDBOX, postgres({ to: [{ ipBlock: { cidr: 'fd00:10::/32' } }] })],
    [
      'an annotation beside those of the chart',
      SANDBOX,
      { podAnnotations: { 'checksum/own': 'a' } },
    ],
    [
      'a mechanism from a template',
      SASL,
      { env: { KAFKA_SASL_MECHANISM: '{{ "scram-sha-512" }}' } },
    ],
    [
      'a secret of the chart left out',
      SANDBOX,
      { services: { auth: { secrets: { SMTP_URL: null } } } },
    ],
  ])('%s: accepted', async (_name, file, values) => {
    const { ok, output } = await template([file], values);
    expect({ ok, output: ok ? '' : output }).toEqual({ ok: true, output: '' });
  });
});
