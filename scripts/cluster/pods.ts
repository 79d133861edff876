import type { Cluster } from './find-cluster.ts';

type Kubectl = Pick<Cluster, 'kubectl'>;

const ADMIN_PORT = 9090;
const LINES_SHOWN = 40;
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
};

type PodList = {
  readonly items: readonly {
    readonly metadata: {
      readonly name: string;
      readonly labels?: Record<string, string>;
      readonly deletionTimestamp?: string;
    };
    readonly status: {
      readonly podIP?: string;
      readonly containerStatuses?: readonly { ready: boolean; restartCount: number }[];
    };
  }[];
};

export async function listPods({ kubectl }: Kubectl, namespace: string): Promise<Pod[]> {
  const list: PodList = JSON.parse(await kubectl(['get', 'pods', '-n', namespace, '-o', 'json']));
  return list.items.map(({ metadata, status }) => {
    const containers = status.containerStatuses ?? [];
    return {
      name: metadata.name,
      service: metadata.labels?.['app.kubernetes.io/component'] ?? metadata.name,
      ip: status.podIP ?? '',
      ready: containers.length > 0 && containers.every(({ ready }) => ready),
      restarts: containers.reduce((sum, { restartCount }) => sum + restartCount, 0),
      isLeaving: metadata.deletionTimestamp !== undefined,
      isReplica: metadata.labels?.[OF_DEPLOYMENT] !== undefined,
    };
  });
}

/** What a pod measures, as Prometheus reads it. */
export function metricsOf({ kubectl }: Kubectl, namespace: string, pod: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/pods/${pod}:${ADMIN_PORT}/proxy/metrics`;
  return kubectl(['get', '--raw', path]);
}

/** How many calls and requests a pod has answered, by its own metrics. */
export async function answeredBy(
  { kubectl }: Kubectl,
  namespace: string,
  pod: string,
): Promise<number> {
  const metrics = await metricsOf({ kubectl }, namespace, pod);
  const counts = metrics.matchAll(
    /^(?:rpc_server_call|http_server_request)_duration_seconds_count\{.*\} (\d+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** What a person would look at first: the pods, the last events, and what the pods complain of. */
export async function explainFailure(cluster: Kubectl, namespace: string): Promise<string> {
  const ask = (args: readonly string[]) =>
    cluster.kubectl(['-n', namespace, ...args]).catch((error: Error) => error.message);
  const pods = await listPods(cluster, namespace).catch(() => []);
  const logs = pods.map(async ({ name, ready, restarts }) => {
    const earlier = restarts > 0 ? await ask(['logs', name, '--previous']) : '';
    const now = await ask(['logs', name]);
    // A pod that is well tells of every request; of those, only complaints are worth reading.
    const shown = ready ? now.split('\n').filter((line) => !/"level":"info"/.test(line)) : [now];
    return `--- ${name}\n${lastLines([earlier, ...shown].join('\n').trim())}`;
  });
  const events = await ask(['get', 'events', '--sort-by=.lastTimestamp']);
  return [
    await ask(['get', 'pods', '-o', 'wide']),
    lastLines(events),
    ...(await Promise.all(logs)),
  ].join('\n');
}

function lastLines(text: string): string {
  return text.split('\n').slice(-LINES_SHOWN).join('\n');
}
