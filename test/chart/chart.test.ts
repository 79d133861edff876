import { basename } from 'node:path';
import { goldenOf, goldenText, REVIEWED } from './golden.ts';
import { type Manifest, openCluster } from './open-cluster.ts';
import { describeChart, lint, named, notes, render, VALUE_SETS, valueSet } from './render-chart.ts';
import { containersOf, envOf, settingsOf } from './settings-of.ts';

const LIVE = [valueSet('live')];

const volumesOf = (objects: readonly Manifest[], name: string) =>
  named(objects, 'Deployment', `entrada-${name}`).spec.template.spec.volumes;
/** What runs in pods, of whatever kind of object; of ours or, for trying out, of stores. */
const podsIn = (objects: readonly Manifest[]): Manifest[] =>
  objects.flatMap(({ kind, spec }) => (kind === 'Pod' ? [spec] : (spec?.template?.spec ?? [])));
/** The names of Secrets that a pod mounts. */
const mountedBy = (objects: readonly Manifest[], name: string) =>
  JSON.stringify(volumesOf(objects, name)).match(/(?<="(?:secretN|n)ame":")[^"]+/g) ?? [];

describeChart('the chart', () => {
  test.each([['plain defaults', []], ...VALUE_SETS.map((file) => [basename(file), [file]])] as [
    string,
    string[],
  ][])('%s pass helm lint --strict', async (_name, files) => {
    expect(await lint(...files)).toMatchObject({ ok: true });
  });

  test.each(REVIEWED.map((file) => [basename(file), file]))(
    '%s renders the manifests that were reviewed',
    async (_name, file) => {
      expect(goldenText(await render([file]))).toBe(goldenOf(file));
    },
  );

  test.each(VALUE_SETS.map((file) => [basename(file), file]))(
    '%s: every program accepts its environment',
    async (_name, file) => {
      const settings = settingsOf(await render([file]));
      const programs = ['auth', 'charges', 'gateway', 'ledger', 'migrate', 'webhooks'];
      expect([...settings.keys()]).toEqual(expect.arrayContaining(programs));
    },
  );

  test.each(VALUE_SETS.map((file) => [basename(file), file]))(
    '%s: every pod is restricted, with a ServiceAccount of its own and no token of it',
    async (_name, file) => {
      const objects = await render([file]);
      const pods = podsIn(objects);
      for (const pod of pods) {
        expect(pod).toMatchObject({
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        });
        for (const { securityContext } of pod.containers) {
          const restricted = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
          expect(securityContext).toMatchObject(restricted);
        }
      }
      const accounts = objects.filter(({ kind }) => kind === 'ServiceAccount');
      expect(pods.map(({ serviceAccountName }) => serviceAccountName).toSorted()).toEqual(
        accounts.map(({ metadata }) => metadata.name).toSorted(),
      );
      expect(accounts.filter((one) => one.automountServiceAccountToken !== false)).toEqual([]);
    },
  );

  test('stores and the bank are reached over TLS with the mounted authorities', async () => {
    const objects = await render(LIVE);
    const settings = settingsOf(objects);
    const encrypted = /sslmode=verify-full&sslrootcert=%2Fetc%2Fentrada%2Fpostgres%2Fca\.crt$/;
    for (const name of ['auth', 'charges', 'ledger', 'webhooks']) {
      expect(settings.get(name)).toMatchObject({
        databaseUrl: expect.stringMatching(encrypted),
      });
      expect(mountedBy(objects, name)).toContain('postgres-ca');
    }
    expect(settings.get('gateway')).toMatchObject({ redisCaFile: '/etc/entrada/redis/ca.crt' });
    expect(mountedBy(objects, 'gateway')).toContain('redis-ca');
    for (const name of ['charges', 'ledger']) {
      expect(settings.get(name)).toMatchObject({
        providerTlsCertFile: '/etc/entrada/provider/tls.crt',
        providerTlsKeyFile: '/etc/entrada/provider/tls.key',
        providerTlsCaFile: '/etc/entrada/provider/ca.crt',
        kafkaCertFile: '/etc/entrada/kafka/user.crt',
      });
      expect(mountedBy(objects, name)).toEqual(
        expect.arrayContaining(['bank-client', 'bank-ca', 'kafka-ca', `entrada-${name}`]),
      );
    }
    const migrate = containersOf(objects).get('migrate') ?? {};
    expect(envOf(migrate).DATABASE_TLS_CA_FILE).toBe('/etc/entrada/postgres/ca.crt');
  });

  test('pods are placed, named and completed as the values say', async () => {
    const objects = await render([valueSet('placed')]);
    const deployed = ['gateway', 'ledger', 'operator'].map((name) =>
      named(objects, 'Deployment', `entrada-${name}`),
    );
    for (const { kind, metadata: about, spec: of } of [
      ...deployed,
      named(objects, 'Job', 'entrada-migrate'),
    ]) {
      const { metadata, spec } = of.template;
      const readsSecrets = kind === 'Deployment' && about.name !== 'entrada-operator';
      expect(metadata.labels.team).toBe('payments');
      expect(metadata.annotations).toMatchObject({
        'example.com/rolled': '1',
        ...(readsSecrets && {
          'checksum/secrets': expect.stringMatching(/^[0-9a-f]{64}$/),
        }),
      });
      expect(spec).toMatchObject({
        nodeSelector: { pool: 'payments' },
        tolerations: [{ key: 'payments', operator: 'Exists', effect: 'NoSchedule' }],
        affinity: { nodeAffinity: expect.anything() },
        priorityClassName: 'payments',
      });
      expect(spec.volumes).toContainEqual({ name: 'scratch', emptyDir: {} });
      const mount = { name: 'scratch', mountPath: '/scratch' };
      expect(spec.containers[0].volumeMounts).toContainEqual(mount);
    }
    const { template } = named(objects, 'Deployment', 'entrada-ledger').spec;
    expect(template.spec.topologySpreadConstraints.map((one: Manifest) => one.topologyKey)).toEqual(
      ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'],
    );
    named(objects, 'ConfigMap', 'entrada-extra');
    named(objects, 'ConfigMap', 'entrada-text');
    const { spec } = named(objects, 'Ingress', 'entrada-gateway');
    expect(spec).toMatchObject({
      ingressClassName: 'nginx',
      tls: [{ hosts: ['pay.example.com'], secretName: 'pay-tls' }],
      rules: [{ host: 'pay.example.com' }],
    });
  });

  test('another value of the environment is another pod, of the services that have it', async () => {
    const configOf = (objects: readonly Manifest[], name: string) =>
      named(objects, 'Deployment', `entrada-${name}`).spec.template.metadata.annotations[
        'checksum/config'
      ];
    const before = await render([valueSet('placed')]);
    const after = await render([valueSet('placed')], { mailFrom: 'other@example.com' });
    expect(configOf(after, 'auth')).not.toBe(configOf(before, 'auth'));
    expect(configOf(after, 'ledger')).toBe(configOf(before, 'ledger'));
  });

  test('an image by digest, one host for API and dashboard, traces where they are sent', async () => {
    const objects = await render(LIVE);
    for (const [, { image }] of containersOf(objects)) {
      expect(image).toMatch(/^entrada:0\.1\.0@sha256:0{63}1$/);
    }
    expect(named(objects, 'HTTPRoute', 'entrada-gateway').spec).toEqual({
      parentRefs: [{ name: 'public', namespace: 'gateways' }],
      hostnames: ['pay.example.com'],
      rules: [{ backendRefs: [{ name: 'entrada-gateway', port: 8080 }] }],
    });
    expect(envOf(containersOf(objects).get('ledger') ?? {})).toMatchObject({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.monitoring:4318',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production,k8s.namespace.name=pay',
    });
  });

  test('without a Gateway or an Ingress the notes say how to reach the gateway, and how to publish it', async () => {
    const routes = (await render([valueSet('sandbox')])).filter(({ kind }) =>
      /^(HTTPRoute|Ingress)$/.test(kind),
    );
    expect(routes).toEqual([]);
    await using cluster = await openCluster([]);
    const plain = await notes([valueSet('sandbox')], {}, cluster.env);
    expect(plain).toMatch(/port-forward svc\/entrada-gateway 8080\n.*route\.parentRefs.*ingress/);
    const published = await notes(LIVE, {}, cluster.env);
    expect(published).toContain('Open the dashboard: https://pay.example.com/dashboard');
    expect(published).not.toMatch(/port-forward|parentRefs/);
  });

  test('the pod of helm test goes with its test, whose log Helm prints before', async () => {
    const { metadata } = named(await render([valueSet('sandbox')]), 'Pod', 'entrada-test');
    expect(metadata.annotations).toMatchObject({
      'helm.sh/hook': 'test',
      'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded,hook-failed',
      'helm.sh/hook-output-log-policy': 'hook-succeeded,hook-failed',
    });
  });

  test('every service samples and names its traces as the values say', async () => {
    const attributes = { team: 'pay, in & out', 'k8s.namespace.name': 'other' };
    const objects = await render(LIVE, {
      telemetry: { sampleRatio: 0.00002, resourceAttributes: attributes },
      env: { OTEL_BSP_SCHEDULE_DELAY: 5_000_000 },
    });
    const settings = settingsOf(objects);
    for (const name of ['auth', 'charges', 'gateway', 'ledger', 'webhooks']) {
      expect(settings.get(name)).toMatchObject({
        otlpEndpoint: 'http://collector.monitoring:4318',
        tracesSampler: 'parentbased_traceidratio',
        tracesRatio: 0.00002,
      });
      const env = envOf(containersOf(objects).get(name) ?? {});
      expect(env.OTEL_BSP_SCHEDULE_DELAY).toBe('5000000');
      const pairs = env.OTEL_RESOURCE_ATTRIBUTES?.split(',').map((pair) => pair.split('='));
      expect(pairs?.map(([key, value = '']) => [key, decodeURIComponent(value)])).toEqual(
        Object.entries({ 'deployment.environment.name': 'production', ...attributes }).toSorted(),
      );
    }
  });

  test('alerts link to the dashboards of the Grafana that the values name', async () => {
    const values = { monitoring: { grafanaUrl: 'https://grafana.example.com/ops/' } };
    const linksIn = (objects: readonly Manifest[]) =>
      objects
        .filter(({ kind }) => kind === 'PrometheusRule')
        .flatMap(({ spec }) => spec.groups.flatMap(({ rules }: Manifest) => rules))
        .filter(({ alert }) => alert)
        .map(({ annotations }) => annotations.dashboard as string);
    const relative = linksIn(await render([valueSet('scaled')]));
    expect(relative).toContain('d/entrada-bank');
    expect(linksIn(await render([valueSet('scaled')], values))).toEqual(
      relative.map((path) => `https://grafana.example.com/ops/${path}`),
    );
  });

  test('the environment of all reaches the Job, and roles of the cloud each ServiceAccount', async () => {
    const objects = await render([valueSet('live-sasl')]);
    const settings = settingsOf(objects);
    for (const name of ['charges', 'ledger', 'webhooks', 'migrate']) {
      expect(settings.get(name)).toMatchObject({
        kafkaPrefix: 'pay.',
        kafkaSaslMechanism: 'scram-sha-512',
        kafkaSaslUsername: name,
      });
    }
    for (const name of ['webhooks', 'migrate', 'operator']) {
      const { annotations } = named(objects, 'ServiceAccount', `entrada-${name}`).metadata;
      expect(annotations).toEqual({ 'example.com/account': '1', 'example.com/role': name });
    }
  });

  test('a pod has each variable once, and a secret goes over what the chart knows', async () => {
    const secrets = { PROVIDER_CLIENT_ID: 'BANK_CLIENT' };
    const objects = await render(LIVE, { services: { charges: { secrets } } });
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
    const objects = await render(LIVE, names, { release: text });
    for (const { metadata } of objects) {
      expect(metadata.labels['app.kubernetes.io/instance']).toBe(text);
    }
    const sources = [...containersOf(objects).values()].flatMap(({ env = [] }) => env);
    for (const { valueFrom } of sources) {
      if (valueFrom) expect(valueFrom.secretKeyRef.name).toBe(text);
    }
  });
});
