import { randomBytes } from 'node:crypto';
import type { CreatedAccount } from '@entrada/operator/create-account';
import { requiredAddress } from '@entrada/platform/testing/environment';
import { runCommand } from '../../scripts/cluster/command.ts';
import { answeredBy, listPods, metricsOf, type Pod } from '../../scripts/cluster/pods.ts';
import { RELEASE } from '../../scripts/cluster/release.ts';

/** The release that `npm run test:cluster` installed, and how to reach it. */
export function deployment() {
  const namespace = requiredAddress('CLUSTER_NAMESPACE');
  const cluster = { kubectl: (args: readonly string[]) => runCommand('kubectl', args) };
  return {
    baseUrl: requiredAddress('CLUSTER_BASE_URL'),
    bankUrl: requiredAddress('CLUSTER_BANK_URL'),
    /** This machine, as pods see it. */
    hostIp: requiredAddress('CLUSTER_HOST_IP'),
    pods: (): Promise<Pod[]> => listPods(cluster, namespace),
    metricsOf: (pod: Pod): Promise<string> => metricsOf(cluster, namespace, pod.name),
    answeredBy: (pod: Pod): Promise<number> => answeredBy(cluster, namespace, pod.name),
    /** Until each replica is ready. */
    async scale(service: string, replicas: number): Promise<void> {
      const deployment = `deployment/${RELEASE}-${service}`;
      await cluster.kubectl(['scale', '-n', namespace, deployment, `--replicas=${replicas}`]);
      await cluster.kubectl(['rollout', 'status', '-n', namespace, deployment, '--timeout=60s']);
    },
    /** From inside a pod, where the gRPC services are; the Service picks the replica unless one is given. */
    async seed(webhookUrl: string, webhooksHost = `${RELEASE}-webhooks`): Promise<CreatedAccount> {
      const name = `holder-${randomBytes(4).toString('hex')}`;
      const printed = await cluster.kubectl([
        ...['exec', '-n', namespace, `deployment/${RELEASE}-gateway`, '--'],
        ...['env', `WEBHOOKS_ADDRESS=dns:///${webhooksHost}:50051`],
        ...['operator', 'account', 'create', '--json'],
        ...['--email', `${name}@entrada.example`, '--password', randomBytes(12).toString('hex')],
        ...['--webhook-url', webhookUrl],
      ]);
      return JSON.parse(printed);
    },
  };
}
