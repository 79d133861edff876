import { type Manifest, openCluster } from './open-cluster.ts';
import { describeChart, NAMESPACE, named, render, valueSet } from './render-chart.ts';

/** A Deployment in the cluster, and which of its fields each manager owns. */
function running(name: string, replicas: number, ...owners: readonly [string, object][]): Manifest {
  const managedFields = owners.map(([operation, spec]) => ({
    manager: operation === 'Apply' ? 'helm' : 'other',
    operation,
    fieldsV1: { 'f:spec': spec },
  }));
  const metadata = { name: `entrada-${name}`, namespace: NAMESPACE, managedFields };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { replicas } };
}
const REPLICAS = { 'f:replicas': {} };
const TEMPLATE = { 'f:template': {} };

describeChart('autoscaling', () => {
  test('when it is turned on, an upgrade keeps the pods that run, and leaves them to the autoscaler once that has acted', async () => {
    await using cluster = await openCluster([
      running('auth', 3, ['Apply', { ...REPLICAS, ...TEMPLATE }]),
      running('charges', 5, ['Apply', TEMPLATE], ['Update', REPLICAS]),
      running('ledger', 4, ['Update', { ...REPLICAS, ...TEMPLATE }], ['Apply', {}]),
      running('webhooks', 6, ['Apply', TEMPLATE], ['Update', REPLICAS]),
    ]);
    const objects = await render(
      [valueSet('sandbox')],
      {
        resources: { requests: { cpu: 1 } },
        postgres: { maxConnections: 500 },
        services: {
          auth: { maxReplicas: 4 },
          charges: { maxReplicas: 6 },
          ledger: { maxReplicas: 6 },
          gateway: { maxReplicas: 10 },
        },
      },
      { cluster: cluster.env },
    );
    const replicasOf = (name: string) =>
      named(objects, 'Deployment', `entrada-${name}`).spec.replicas;
    // Helm has set it; Helm does not own it any more; Helm 3 would remove it; it is new; scaling is turned off.
    expect(['auth', 'charges', 'ledger', 'gateway', 'webhooks'].map(replicasOf)).toEqual([
      ...[3, undefined, 4, undefined, 2],
    ]);
  });

  test('a service that scales leaves its replicas to the autoscaler', async () => {
    const objects = await render([valueSet('scaled')]);
    const scaled = named(objects, 'Deployment', 'entrada-gateway');
    expect(scaled.spec.replicas).toBeUndefined();
    expect(scaled.spec.template.spec.containers[0].resources.requests.cpu).toBe('500m');
    expect(named(objects, 'HorizontalPodAutoscaler', 'entrada-gateway').spec).toMatchObject({
      minReplicas: 2,
      maxReplicas: 10,
      scaleTargetRef: { kind: 'Deployment', name: 'entrada-gateway' },
      behavior: { scaleDown: { stabilizationWindowSeconds: 600 } },
      metrics: [{ resource: { name: 'cpu', target: { averageUtilization: 70 } } }],
    });
    const fixed = await render([valueSet('sandbox')]);
    expect(named(fixed, 'Deployment', 'entrada-gateway').spec.replicas).toBe(2);
    expect(fixed.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')).toEqual([]);
  });

  test('consumers scale on the lag of what they read, up to the partitions, and slowly down', async () => {
    const objects = await render([valueSet('scaled')], { env: { KAFKA_PREFIX: 'pay.' } });
    const kinds = objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    expect(kinds.map(({ metadata }) => metadata.name)).not.toContain('entrada-ledger');
    const { spec } = named(objects, 'ScaledObject', 'entrada-webhooks');
    expect(spec).toMatchObject({
      maxReplicaCount: 12,
      advanced: {
        horizontalPodAutoscalerConfig: {
          behavior: { scaleDown: { policies: [{ type: 'Pods', value: 1, periodSeconds: 120 }] } },
        },
      },
    });
    expect(spec.triggers).toMatchObject([
      { metadata: { consumerGroup: 'pay.webhooks', topic: 'pay.entrada.charges.v1' } },
      {
        metadata: { consumerGroup: 'pay.webhooks', topic: 'pay.entrada.ledger.v1', tls: 'enable' },
      },
      { type: 'cpu' },
    ]);
    expect(named(objects, 'TriggerAuthentication', 'entrada-webhooks-kafka').spec).toEqual({
      secretTargetRef: [
        { parameter: 'ca', name: 'kafka-ca', key: 'ca.crt' },
        { parameter: 'cert', name: 'entrada-webhooks', key: 'user.crt' },
        { parameter: 'key', name: 'entrada-webhooks', key: 'user.key' },
      ],
    });
    const sasl = await render([valueSet('live-sasl')], {
      resources: { requests: { cpu: 1 } },
      autoscaling: { keda: true },
      services: { ledger: { maxReplicas: 6 } },
      postgres: { maxConnections: 200 },
    });
    expect(named(sasl, 'ScaledObject', 'entrada-ledger').spec.triggers[0]).toMatchObject({
      metadata: { sasl: 'scram_sha512', tls: 'enable' },
      authenticationRef: { name: 'entrada-ledger-kafka' },
    });
    expect(named(sasl, 'TriggerAuthentication', 'entrada-ledger-kafka').spec).toEqual({
      env: [
        { parameter: 'username', name: 'KAFKA_SASL_USERNAME' },
        { parameter: 'password', name: 'KAFKA_SASL_PASSWORD' },
      ],
    });
    const dashboards = objects.filter(({ metadata }) => metadata.labels?.grafana_dashboard === '1');
    expect(dashboards.length).toBeGreaterThan(0);
    for (const { data } of dashboards) {
      expect(JSON.parse(Object.values<string>(data)[0] ?? '')).toHaveProperty('panels');
    }
  });
});
