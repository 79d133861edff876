import { egressEdges, ingressEdges } from './network-edges.ts';
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
  ...each(['operator'], ['auth:50051', 'charges:50051', 'ledger:50051', 'webhooks:50051']),
];
const HAS_DATABASE = ['auth', 'charges', 'ledger', 'webhooks', 'operator', 'migrate'];
const HAS_KAFKA = ['charges', 'ledger', 'webhooks', 'operator', 'migrate'];
const SCRAPES = (names: readonly string[]) =>
  names.map((name) => `namespace monitoring -> ${name}:9090`);
/** Those between pods of the release. */
const between = (edges: readonly string[]) =>
  edges.filter((edge) => /^[a-z]+ -> [a-z]+:/.test(edge) && !/\bany\b/.test(edge));

describeChart('network policies', () => {
  test('with a real bank exactly the edges that exist are open', async () => {
    const objects = await render([valueSet('live')]);
    const everybody = [...SERVICES, 'migrate', 'operator'];
    expect(egressEdges(objects)).toEqual(
      [
        ...CALLS,
        ...each(everybody, RESOLVERS),
        ...each(SERVICES, ['any:4318']),
        ...each(HAS_DATABASE, ['any:5432']),
        ...each(HAS_KAFKA, ['any:9093', 'any:9093']),
        ...each(
          ['charges', 'ledger', 'operator'],
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
      ...each(['charges', 'gateway', 'ledger', 'operator', 'test'], ['bank:8090']),
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

  test('tokens for Kafka are fetched by those that use it', async () => {
    const env = { KAFKA_SASL_TOKEN_URL: 'https://login.example.com:8443/token' };
    const edges = egressEdges(await render([valueSet('live-sasl')], { env }));
    const fetchers = edges.filter((edge) => edge.endsWith('any:8443'));
    expect(fetchers).toEqual(each(HAS_KAFKA, ['any:8443']).toSorted());
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
    const without = await render([valueSet('placed')], { networkPolicy: { enabled: false } });
    expect(without.filter(({ kind }) => kind === 'NetworkPolicy')).toEqual([]);
  });
});
