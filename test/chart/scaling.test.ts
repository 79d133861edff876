import { describeChart, named, render, valueSet } from './render-chart.ts';

describeChart('autoscaling', () => {
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
    const objects = await render([valueSet('scaled')], { kafka: { prefix: 'pay.' } });
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
    const dashboards = objects.filter(({ metadata }) => metadata.labels?.grafana_dashboard === '1');
    expect(dashboards.length).toBeGreaterThan(0);
    for (const { data } of dashboards) {
      expect(JSON.parse(Object.values<string>(data)[0] ?? '')).toHaveProperty('panels');
    }
  });
});
