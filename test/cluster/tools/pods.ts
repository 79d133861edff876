import type { ReadPath } from './api-proxy.ts';
import type { Cluster } from './find-cluster.ts';

const ADMIN_PORT = 9090;
const LINES_SHOWN = 40;
/** More than a pod writes in a test. */
const LOG_LINES_MAX = 20_000;
const OF_DEPLOYMENT = 'pod-template-hash';

export type Pod = {
  readonly name: string;
  readonly service: string;
  readonly ip: string;
  readonly ready: boolean;
  readonly restarts: number;
  readonly isLeaving: boolean;
  /** Of a Deployment, not one that a test or a Job put beside it. */
  readonly isReplica: boolean;
  /** What its first container runs. */
  readonly image: string;
};

type PodList = {
  readonly items: readonly {
    readonly metadata: {
      readonly name: string;
      readonly labels?: Record<string, string>;
      readonly deletionTimestamp?: string;
    };
    readonly spec: { readonly containers: readonly { readonly image: string }[] };
    readonly status: {
      readonly podIP?: string;
      readonly containerStatuses?: readonly { ready: boolean; restartCount: number }[];
    };
  }[];
};

export async function listPods(read: ReadPath, namespace: string): Promise<Pod[]> {
  const list: PodList = JSON.parse(await read(podsPath(namespace)));
  return list.items.map(({ metadata, spec, status }) => {
    const containers = status.containerStatuses ?? [];
    return {
      name: metadata.name,
      service: metadata.labels?.['app.kubernetes.io/component'] ?? metadata.name,
      ip: status.podIP ?? '',
      ready: containers.length > 0 && containers.every(({ ready }) => ready),
      restarts: containers.reduce((sum, { restartCount }) => sum + restartCount, 0),
      isLeaving: metadata.deletionTimestamp !== undefined,
      isReplica: metadata.labels?.[OF_DEPLOYMENT] !== undefined,
      image: spec.containers[0]?.image ?? '',
    };
  });
}

/** The API path of a namespace's pods, or of one of them and a subresource. */
export function podsPath(namespace: string, ...parts: readonly string[]): string {
  return ['/api/v1/namespaces', namespace, 'pods', ...parts].join('/');
}

/** What a pod measures, as Prometheus reads it. */
export function metricsOf(read: ReadPath, namespace: string, pod: string): Promise<string> {
  return read(podsPath(namespace, `${pod}:${ADMIN_PORT}`, 'proxy/metrics'));
}

/** What a pod has logged; `previous`: before it was restarted. */
export function logOf(
  read: ReadPath,
  namespace: string,
  { pod, previous = false }: { readonly pod: string; readonly previous?: boolean },
): Promise<string> {
  const lines = `previous=${previous}&tailLines=${LOG_LINES_MAX}`;
  return read(podsPath(namespace, pod, `log?${lines}`));
}

/** The values of a Secret, as the API server keeps them: base64. */
export async function secretData(
  read: ReadPath,
  namespace: string,
  name: string,
): Promise<Record<string, string>> {
  return JSON.parse(await read(`/api/v1/namespaces/${namespace}/secrets/${name}`)).data;
}

/** How many calls and requests a pod has answered, by its own metrics. */
export async function answeredBy(read: ReadPath, namespace: string, pod: string): Promise<number> {
  const metrics = await metricsOf(read, namespace, pod);
  const counts = metrics.matchAll(
    /^(?:rpc_server_call|http_server_request)_duration_seconds_count\{.*\} (\d+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** What a person would look at first: the pods, the last events, and what the pods complain of. */
export async function explainFailure(
  { kubectl, read }: { readonly kubectl: Cluster['kubectl']; readonly read: ReadPath },
  namespace: string,
): Promise<string> {
  const orWhy = (asked: Promise<string>) => asked.catch((error: Error) => error.message);
  const logOfPod = (pod: string, previous: boolean) =>
    orWhy(logOf(read, namespace, { pod, previous }));
  let unlisted = '';
  const pods = await listPods(read, namespace).catch((error: Error) => {
    unlisted = `No logs, because the pods could not be listed: ${error.message}`;
    return [];
  });
  const logs = pods.map(async ({ name, ready, restarts }) => {
    const earlier = restarts > 0 ? await logOfPod(name, true) : '';
    const now = await logOfPod(name, false);
    // A pod that is well tells of every request; of those, only complaints are worth reading.
    const shown = ready ? now.split('\n').filter((line) => !/"level":"info"/.test(line)) : [now];
    return `--- ${name}\n${lastLines([earlier, ...shown].join('\n').trim())}`;
  });
  const show = (args: readonly string[]) => orWhy(kubectl(['-n', namespace, 'get', ...args]));
  return [
    await show(['pods', '-o', 'wide']),
    lastLines(await show(['events', '--sort-by=.lastTimestamp'])),
    ...(await Promise.all(logs)),
    unlisted,
  ].join('\n');
}

function lastLines(text: string): string {
  return text.split('\n').slice(-LINES_SHOWN).join('\n');
}
