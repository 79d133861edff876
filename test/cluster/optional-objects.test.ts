import { requiredAddress } from '@entrada/platform/testing/environment';
import { eventually } from '@entrada/platform/testing/eventually';
import { runCommand } from './tools/command.ts';
import { CHART, RELEASE } from './tools/release.ts';

const VALUES = JSON.parse(requiredAddress('CLUSTER_VALUES'));
/** A place of its own, so that it can be there before the release. */
const PLACE = `${requiredAddress('CLUSTER_NAMESPACE')}-optional`;
const TEST_MAX_MS = 120_000;
const resources = { requests: { cpu: '200m', memory: '256Mi' } };
const AUTOSCALED = { resources, maxReplicas: 6 };
/** Every object that is off by default. */
const SWITCHED_ON = {
  ...VALUES,
  // No pod is started: they would have neither Secrets nor an image yet.
  nodeSelector: { 'entrada.example/node': 'none' },
  // An Ingress takes no IP address.
  publicBaseUrl: 'https://pay.example.com',
  // As many as the largest number of pods needs.
  postgres: { maxConnections: 300 },
  certificates: { source: 'cert-manager' },
  monitoring: {
    podMonitor: { enabled: true },
    rules: { enabled: true },
    dashboards: { enabled: true },
  },
  route: { parentRefs: [{ name: 'public', namespace: 'gateways' }] },
  autoscaling: { keda: true },
  services: {
    ...VALUES.services,
    gateway: { ...VALUES.services.gateway, ...AUTOSCALED },
    ledger: { ...VALUES.services.ledger, ...AUTOSCALED },
    webhooks: { ...VALUES.services.webhooks, ...AUTOSCALED },
  },
};
const EXPECTED = {
  'podmonitors.monitoring.coreos.com': 1,
  'prometheusrules.monitoring.coreos.com': 1,
  'httproutes.gateway.networking.k8s.io': 1,
  'scaledobjects.keda.sh': 2,
  'certificates.cert-manager.io': 1,
  'issuers.cert-manager.io': 1,
  'horizontalpodautoscalers.autoscaling': 1,
} as const;
/** What every namespace has. */
const OF_KUBERNETES = /^(configmap\/kube-root-ca.crt|serviceaccount\/default|event\S*)$/;

const kubectl = (args: readonly string[]) => runCommand('kubectl', ['-n', PLACE, ...args]);
const helm = (args: readonly string[], values: object) =>
  runCommand('helm', [...args, '-n', PLACE, '--no-hooks', '--values', '-'], {
    input: JSON.stringify(values),
  });
const namesOf = async (kinds: string) =>
  (await kubectl(['get', kinds, '-o', 'name'])).split('\n').filter((name) => name !== '');

beforeAll(() => runCommand('kubectl', ['create', 'namespace', PLACE]), TEST_MAX_MS);
afterAll(() => runCommand('kubectl', ['delete', 'namespace', PLACE, '--wait=false']), TEST_MAX_MS);

test(
  'the API server takes every optional object, an Ingress instead of the route, and an uninstall leaves nothing',
  async () => {
    await helm(['install', RELEASE, CHART], SWITCHED_ON);
    for (const [kind, least] of Object.entries(EXPECTED)) {
      expect((await namesOf(kind)).length).toBeGreaterThanOrEqual(least);
    }
    const ingress = { enabled: true, className: 'public', tlsSecret: 'public-tls' };
    await helm(['upgrade', RELEASE, CHART], { ...SWITCHED_ON, route: {}, ingress });
    expect(await namesOf('ingresses.networking.k8s.io')).toHaveLength(1);
    expect(await namesOf('httproutes.gateway.networking.k8s.io')).toEqual([]);

    await runCommand('helm', ['uninstall', RELEASE, '-n', PLACE]);
    const kinds = (
      await runCommand('kubectl', ['api-resources', '--namespaced', '--verbs=list', '-o', 'name'])
    )
      .split('\n')
      .filter((kind) => kind !== '' && !kind.startsWith('events'));
    await eventually(
      async () => {
        const left = (await namesOf(kinds.join())).filter((name) => !OF_KUBERNETES.test(name));
        expect(left).toEqual([]);
      },
      { timeoutMs: TEST_MAX_MS / 2 },
    );
  },
  TEST_MAX_MS,
);
