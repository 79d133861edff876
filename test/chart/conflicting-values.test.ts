import { DEV, describeChart, named, render, template, valueSet } from './render-chart.ts';
import { containersOf } from './settings-of.ts';

const SANDBOX = valueSet('sandbox');
const LIVE = valueSet('live');
const SASL = valueSet('live-sasl');
const SCALED = valueSet('scaled');
const scratch = (name: string) => ({ name, emptyDir: {} });
const postgres = (edge: object) => ({ networkPolicy: { postgres: edge } });

/** Values that the schema alone would take and the cluster would refuse, ignore or misunderstand. */
const WRONG: readonly [string, string, object, RegExp][] = [
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
    'a negative request',
    SANDBOX,
    { resources: { requests: { cpu: -1 } } },
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

describeChart('values that contradict each other', () => {
  test.each(WRONG)('%s: refused, with what and where', async (_name, file, values, says) => {
    const { ok, output } = await template([file], values);
    expect({ ok, output }).toEqual({ ok: false, output: expect.stringMatching(says) });
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

  test('what is wrong for every service is said once', async () => {
    const { output } = await template([SANDBOX], { env: { MODE: 'test' } });
    expect(output.match(/env\.MODE: /g)).toHaveLength(1);
  });

  test('a pod has each variable once, and a secret goes over what the chart knows', async () => {
    const secrets = { PROVIDER_CLIENT_ID: 'BANK_CLIENT' };
    const objects = await render([LIVE], { services: { charges: { secrets } } });
    for (const { env = [] } of containersOf(objects).values()) {
      const names = env.map(({ name }: { name: string }) => name);
      expect(names).toEqual([...new Set(names)]);
    }
    const [charges] = named(objects, 'Deployment', 'entrada-charges').spec.template.spec.containers;
    expect(charges.env).toContainEqual({
      name: 'PROVIDER_CLIENT_ID',
      valueFrom: { secretKeyRef: { name: 'entrada', key: 'BANK_CLIENT' } },
    });
  });

  test.each(['123', 'true', '0x1f'])('names such as %s stay texts', async (text) => {
    const names = { existingSecret: text, provider: { tls: { secret: text } } };
    const objects = await render([LIVE], names, { release: text });
    for (const { metadata } of objects) {
      expect(metadata.labels['app.kubernetes.io/instance']).toBe(text);
    }
    const sources = [...containersOf(objects).values()].flatMap(({ env = [] }) => env);
    for (const { valueFrom } of sources) {
      if (valueFrom) expect(valueFrom.secretKeyRef.name).toBe(text);
    }
  });
});
