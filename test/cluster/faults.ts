import { eventually } from '@entrada/platform/testing/eventually';
import { read } from './api.ts';
import { watch } from './figures.ts';
import { runCommand } from './tools/command.ts';
import { listPods, metricsOf, type Pod } from './tools/pods.ts';
import { CHART, RELEASE } from './tools/release.ts';

/** On a busy machine two replicas, one after the other. */
const ROLLOUT_MAX_S = 240;
const EXTRA_WAIT_MS = 30_000;
const ROTATION_MAX_MS = 180_000;
/** Helm waits for its hooks and then for the pods, up to its timeout for each. */
const UPGRADE_MAX_MS = 2 * ROLLOUT_MAX_S * 1_000 + EXTRA_WAIT_MS;

export const GRPC_SERVICES = ['auth', 'charges', 'gateway', 'ledger', 'webhooks'];
export const SERVICES = [...GRPC_SERVICES, 'bank'];

type Replacement = {
  /** Until each pod of these services uses its new one. */
  areUsedBy(services: readonly string[]): Promise<void>;
};

/** What can be done to the release of a namespace; each but setReplicas resolves when the cluster says that it is over. */
export function openFaults(namespace: string) {
  const kubectl = (args: readonly string[]) =>
    runCommand('kubectl', ['-n', namespace, ...args], {
      timeoutMs: ROLLOUT_MAX_S * 1_000 + EXTRA_WAIT_MS,
    });
  const nameOf = (service: string) => `deployment/${RELEASE}-${service}`;
  const podsOf = async (...services: readonly string[]) =>
    (await listPods(read, namespace)).filter(({ service }) => services.includes(service));
  const stayingPods = async (services: readonly string[]) =>
    (await podsOf(...services)).filter(({ isLeaving }) => !isLeaving);

  async function rolledOut(service: string): Promise<void> {
    await kubectl(['rollout', 'status', nameOf(service), `--timeout=${ROLLOUT_MAX_S}s`]);
  }
  async function setReplicas(service: string, replicas: number): Promise<void> {
    await kubectl(['scale', nameOf(service), `--replicas=${replicas}`]);
  }
  async function expiryIn(pod: Pod): Promise<string | undefined> {
    const metrics = await metricsOf(read, namespace, pod.name);
    return /^internal_certificate_expiry_timestamp_seconds\S* (\S+)$/m.exec(metrics)?.[1];
  }

  return {
    podsOf,
    stayingPods,
    rolledOut,
    /** Gives the time that it took. */
    async restart(service: string): Promise<string> {
      const took = watch();
      await kubectl(['rollout', 'restart', nameOf(service)]);
      await rolledOut(service);
      return took();
    },
    setReplicas,
    async scale(service: string, replicas: number): Promise<void> {
      await setReplicas(service, replicas);
      await rolledOut(service);
      // Pods that leave are still there when the rollout is over.
      await eventually(async () => expect(await podsOf(service)).toHaveLength(replicas), {
        timeoutMs: ROLLOUT_MAX_S * 1_000,
      });
    },
    /** Without grace: what they were doing is lost. */
    async kill(pods: readonly Pod[]): Promise<void> {
      const now = ['--force', '--grace-period=0', '--wait=false'];
      await kubectl(['delete', 'pod', ...pods.map(({ name }) => name), ...now]);
    },
    /** To the chart and the image of this working tree. */
    async upgrade(values: string): Promise<void> {
      const within = ['--wait', '--timeout', `${ROLLOUT_MAX_S}s`];
      const args = ['upgrade', RELEASE, CHART, '-n', namespace, ...within, '--values', '-'];
      await runCommand('helm', args, { input: values, timeoutMs: UPGRADE_MAX_MS });
    },
    /** To what the release was at first. */
    async rollBack(): Promise<void> {
      const within = ['--wait', '--timeout', `${ROLLOUT_MAX_S}s`];
      const args = ['rollback', RELEASE, '1', '-n', namespace, ...within];
      await runCommand('helm', args, { timeoutMs: UPGRADE_MAX_MS });
    },
    /** The images that the pods of the services run. */
    async versions(): Promise<readonly string[]> {
      const images = (await podsOf(...SERVICES)).map(({ image }) => image);
      return [...new Set(images)].sort();
    },
    /** Every service gets a new certificate from the chart, which its pods use without a restart. */
    async replaceCertificates(services: readonly string[]): Promise<Replacement> {
      const pods = await stayingPods(services);
      const before = await Promise.all(pods.map(expiryIn));
      // The chart makes those that are missing; pods keep the files that they have until then.
      const secrets = services.map((service) => `secret/${RELEASE}-${service}-tls`);
      await kubectl(['delete', ...secrets]);
      const upgrade = ['upgrade', RELEASE, CHART, '-n', namespace, '--reuse-values'];
      await runCommand('helm', upgrade, { timeoutMs: ROLLOUT_MAX_S * 1_000 });
      // The kubelet looks at Secrets about once a minute, and at once where a pod changes.
      const looked = `entrada/looked-at=${Date.now()}`;
      await kubectl(['annotate', 'pods', '--all', looked, '--overwrite']);
      return {
        async areUsedBy(some) {
          const isNew = async (pod: Pod) => {
            const expiry = await expiryIn(pod);
            expect(expiry).toBeDefined();
            expect(before).not.toContain(expiry);
          };
          for (const pod of await stayingPods(some)) {
            await eventually(() => isNew(pod), { timeoutMs: ROTATION_MAX_MS });
          }
        },
      };
    },
  };
}
