import { egressEdges, ingressEdges } from './network-edges.ts';
import type { Manifest } from './open-cluster.ts';
import { describeChart, named, render, valueSet } from './render-chart.ts';

const SERVICES = ['auth', 'charges', 'gateway', 'ledger', 'webhooks'];
const RESOLVERS = ['any:53', 'any:53/udp'];
const PUBLIC = ['0.0.0.0/0 but private', '2000::/3 but private'];

const each = (names: readonly string[], targets: readonly string[]) =>
  names.flatMap((name) => targets.map((target) => `${name} -> ${target}`));

const CALLS = [
  'charges -> auth:50051',
  'charges -> ledger:50051',
  ...each(['gateway'], ['auth:50051', 'charges:50051', 'ledger:50051', 'webhooks:50051']),
  ...each(['ledger'], ['auth:50051', 'charges:50051', 'webhooks:50051']),
  'webhooks -> auth:50051',
];
const OPERATORS = each(
  ['operator'],
  ['auth:50051', 'charges:50051', 'ledger:50051', 'webhooks:50051'],
);
const HAS_DATABASE = ['auth', 'charges', 'ledger', 'webhooks', 'migrate'];
const HAS_KAFKA = ['charges', 'ledger', 'webhooks', 'migrate'];
const SCRAPES = (names: readonly string[]) =>
  names.map((name) => `namespace monitoring -> ${name}:9090`);
/** Those between pods of the release. */
const between = (edges: readonly string[]) =>
  edges.filter((edge) => /^[a-z]+ -> [a-z]+:/.test(edge) && !/\bany\b/.test(edge));

describeChart('network policies', () => {
  test('with a real bank exactly the edges that exist are open', async () => {
    const objects = await render([valueSet('live')]);
    const everybody = [...SERVICES, 'migrate'];
    expect(egressEdges(objects)).toEqual(
      [
        ...CALLS,
        ...each(everybody, RESOLVERS),
        ...each(SERVICES, ['any:4318']),
        ...each(HAS_DATABASE, ['any:5432']),
        ...each(HAS_KAFKA, ['any:9093', 'any:9093']),
        ...each(
          ['charges', 'ledger'],
          PUBLIC.map((range) => `${range}:443`),
        ),
        ...each(['auth'], ['any:465', 'any:587']),
        ...each(
          ['webhooks'],
          PUBLIC.map((range) => `${range}:1-65535`),
        ),
        'gateway -> any:6379',
      ]
        .filter((edge, index, all) => all.indexOf(edge) === index)
        .toSorted(),
    );
    expect(ingressEdges(objects)).toEqual(
      [...CALLS, ...SCRAPES(SERVICES), 'any -> gateway:8080'].toSorted(),
    );
  });

  test('the sandbox bank adds its own, and its callbacks and mails', async () => {
    const objects = await render([valueSet('sandbox')]);
    const added = [
      ...OPERATORS,
      ...each(['charges', 'gateway', 'ledger', 'test'], ['bank:8090']),
      'auth -> bank:2525',
      'bank -> gateway:8080',
      'test -> gateway:8080',
    ];
    const received = ['webhooks -> test:1-65535'];
    expect(between(egressEdges(objects))).toEqual([...CALLS, ...added, ...received].toSorted());
    expect(egressEdges(objects)).toContain('bank -> any:5432');
    expect(ingressEdges(objects)).toEqual(
      [
        ...CALLS,
        ...added.filter((edge) => !edge.endsWith('gateway:8080')),
        ...SCRAPES([...SERVICES, 'bank']),
        'any -> gateway:8080',
        'webhooks -> test:any',
      ].toSorted(),
    );
  });

  test('tokens for Kafka are fetched by those that use it, each from its own address', async () => {
    const tokens = (port: number) => ({
      KAFKA_SASL_MECHANISM: 'oauthbearer',
      KAFKA_SASL_TOKEN_URL: `https://login.example.com:${port}/token`,
    });
    const fetchers = async (values: object) =>
      egressEdges(await render([valueSet('live-sasl')], values)).filter((edge) =>
        /:84\d\d$/.test(edge),
      );
    expect(await fetchers({ env: tokens(8443) })).toEqual(each(HAS_KAFKA, ['any:8443']).toSorted());
    const own = {
      migrations: { env: tokens(8444) },
      services: { ledger: { env: tokens(8446) } },
      networkPolicy: { kafkaTokens: { to: [{ ipBlock: { cidr: '10.2.0.7/32' } }] } },
    };
    expect(await fetchers(own)).toEqual([
      'ledger -> 10.2.0.7/32:8446',
      'migrate -> 10.2.0.7/32:8444',
    ]);
  });

  test('edges and account of a migration are there before it runs, and gone with the release', async () => {
    const own = { 'example.com/role': 'migrate', 'helm.sh/hook': 'test' };
    const hooked = await render([valueSet('live')], {
      migrations: { serviceAccountAnnotations: own },
    });
    const policy = named(hooked, 'NetworkPolicy', 'entrada-migrate-hook');
    const job = named(hooked, 'Job', 'entrada-migrate');
    const { template } = job.spec;
    expect(template.metadata.labels).toMatchObject(policy.spec.podSelector.matchLabels);
    const account = named(hooked, 'ServiceAccount', template.spec.serviceAccountName);
    expect(account.metadata.annotations).toMatchObject({ 'example.com/role': 'migrate' });
    const hooks = (object: Manifest) => object.metadata.annotations['helm.sh/hook'].split(',');
    const weightOf = ({ metadata }: Manifest) =>
      Number(metadata.annotations['helm.sh/hook-weight'] ?? 0);
    for (const needed of [policy, account]) {
      expect(hooks(needed)).toEqual([...hooks(job), 'post-delete']);
      expect(weightOf(needed)).toBeLessThan(weightOf(job));
    }
    for (const hook of [policy, account, job]) {
      expect(hook.metadata.annotations['helm.sh/hook-delete-policy']).toBe(
        'before-hook-creation,hook-succeeded',
      );
    }
    expect(job.metadata.annotations['helm.sh/hook-output-log-policy']).toBe('hook-failed');
    // Helm removes no hook that failed: the cluster does.
    expect(job.spec.ttlSecondsAfterFinished).toBe(86_400);

    // One that takes longer than Helm waits has its edges from the release.
    const ofRelease = named(hooked, 'NetworkPolicy', 'entrada-migrate');
    expect(ofRelease.metadata.annotations).toBeUndefined();
    expect(ofRelease.spec).toEqual(policy.spec);
    const plain = await render([valueSet('live')], { migrations: { hook: false } });
    const policies = plain.filter(({ kind }) => kind === 'NetworkPolicy');
    expect(policies.map(({ metadata }) => metadata.name)).not.toContain('entrada-migrate-hook');
    expect(named(plain, 'ServiceAccount', 'entrada-migrate').metadata.annotations).toBeUndefined();
  });

  test('what no policy names is denied, and addresses and sources can be narrowed', async () => {
    const objects = await render([valueSet('placed')]);
    expect(named(objects, 'NetworkPolicy', 'entrada-default-deny').spec).toEqual({
      podSelector: {
        matchLabels: {
          'app.kubernetes.io/name': 'entrada',
          'app.kubernetes.io/instance': 'entrada',
        },
      },
      policyTypes: ['Ingress', 'Egress'],
    });
    const edges = [...egressEdges(objects), ...ingressEdges(objects)];
    expect(edges).toContain('ledger -> 10.1.0.5/32:6432');
    expect(edges.filter((edge) => edge.includes('any:5432'))).toEqual([]);
    expect(edges.filter((edge) => edge.endsWith('-> gateway:8080'))).toEqual(
      expect.arrayContaining(['namespace ingress -> gateway:8080']),
    );
    expect(edges).not.toContain('any -> gateway:8080');
    const scraped = { networkPolicy: { prometheus: { from: [] } } };
    expect(ingressEdges(await render([valueSet('placed')], scraped))).toContain(
      'any -> ledger:9090',
    );
    const without = await render([valueSet('placed')], { networkPolicy: { enabled: false } });
    expect(without.filter(({ kind }) => kind === 'NetworkPolicy')).toEqual([]);
  });
});
