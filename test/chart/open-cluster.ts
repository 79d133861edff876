import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';

/** A Kubernetes object, as far as tests look into it. */
// biome-ignore lint/suspicious/noExplicitAny: manifests have the shapes of Kubernetes, which the API server checks.
export type Manifest = Record<string, any>;

/** Kinds of what a release with the sandbox bank has, and of a route, by group and version. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  v1: ['ConfigMap', 'Pod', 'Secret', 'Service', 'ServiceAccount'],
  'apps/v1': ['Deployment', 'StatefulSet'],
  'autoscaling/v2': ['HorizontalPodAutoscaler'],
  'batch/v1': ['Job'],
  'gateway.networking.k8s.io/v1': ['HTTPRoute'],
  'networking.k8s.io/v1': ['NetworkPolicy'],
  'policy/v1': ['PodDisruptionBudget'],
};

/** Every namespace has it. */
const ROOT_CA = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'default', name: 'kube-root-ca.crt' },
};

type Cluster = AsyncDisposable & { readonly env: Readonly<Record<string, string>> };

/** An API server that has these objects, for templates that look them up; `env` leads Helm to it. */
export async function openCluster(objects: readonly Manifest[]): Promise<Cluster> {
  await using opened = new AsyncDisposableStack();
  const paths = new Map([ROOT_CA, ...objects].map((object) => [pathOf(object), object]));
  const server = createServer((request, response) => answer(request, response, paths));
  server.listen(0, '127.0.0.1');
  opened.defer(() => server[Symbol.asyncDispose]());
  opened.defer(() => server.closeAllConnections());
  await new Promise((resolve) => server.once('listening', resolve));
  const folder = await mkdtemp(join(tmpdir(), 'entrada-cluster-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const KUBECONFIG = join(folder, 'config');
  await writeFile(KUBECONFIG, kubeconfig(url));
  const kept = opened.move();
  return {
    env: { KUBECONFIG, KUBECACHEDIR: join(folder, 'cache') },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

function kubeconfig(server: string): string {
  const name = 'one';
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server } }],
    contexts: [{ name, context: { cluster: name, user: '' } }],
    'current-context': name,
  });
}

function answer(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  objects: ReadonlyMap<string, Manifest>,
): void {
  const [path = ''] = url.split('?');
  const found = discovered(path) ?? objects.get(path);
  const missing = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound' };
  response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(found ?? { ...missing, code: 404 }));
}

/** What a client asks first: which version it is and which kinds there are. */
function discovered(path: string): object | undefined {
  if (path === '/version') return { major: '1', minor: '34', gitVersion: 'v1.34.0' };
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (path === '/apis') {
    const groups = Object.keys(KINDS).filter((one) => one !== 'v1');
    return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupOf) };
  }
  const groupVersion = path.replace(/^\/apis?\//, '');
  const resources = KINDS[groupVersion]?.map((kind) => ({
    name: pluralOf(kind),
    namespaced: true,
    kind,
    verbs: ['get', 'list'],
  }));
  return resources && { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources };
}

function groupOf(groupVersion: string): object {
  const [name, version] = groupVersion.split('/');
  const preferredVersion = { groupVersion, version };
  return { name, versions: [preferredVersion], preferredVersion };
}

function pluralOf(kind: string): string {
  return kind === 'NetworkPolicy' ? 'networkpolicies' : `${kind.toLowerCase()}s`;
}

function pathOf({ apiVersion, kind, metadata }: Manifest): string {
  const root = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
  return `${root}/namespaces/${metadata.namespace}/${pluralOf(kind)}/${metadata.name}`;
}
