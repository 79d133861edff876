import { randomBytes } from 'node:crypto';
import type { CreatedAccount } from '@entrada/operator/create-account';
import { requiredAddress } from '@entrada/platform/testing/environment';
import { read } from './api.ts';
import { runCommand } from './tools/command.ts';
import { answeredBy, listPods, logOf, metricsOf, type Pod, secretData } from './tools/pods.ts';
import { CHART, RELEASE } from './tools/release.ts';

const HELM_TEST_MAX_S = 240;

/** The release that `npm run test:cluster` installed, and how to reach it. */
export function deployment() {
  const namespace = requiredAddress('CLUSTER_NAMESPACE');
  const kubectl = (args: readonly string[]) => runCommand('kubectl', ['-n', namespace, ...args]);
  const exec = (deployment: string, command: readonly string[]) =>
    kubectl(['exec', `deployment/${RELEASE}-${deployment}`, '--', ...command]);
  const logIn = () =>
    runCommand(
      'kubectl',
      [
        ...['-n', namespace, 'exec', '-i', `deployment/${RELEASE}-operator`, '--'],
        ...['sh', '-c', 'umask 077 && mkdir -p ~/.entrada && cat > ~/.entrada/operator.pem'],
      ],
      { input: requiredAddress('CLUSTER_OPERATOR') },
    );
  let loggedIn: Promise<string> | undefined;
  return {
    baseUrl: requiredAddress('CLUSTER_BASE_URL'),
    bankUrl: requiredAddress('CLUSTER_BANK_URL'),
    /** This machine, as pods see it. */
    hostIp: requiredAddress('CLUSTER_HOST_IP'),
    /** Replicas of services; those that leave are not among them. */
    pods: async (): Promise<Pod[]> =>
      (await listPods(read, namespace)).filter(
        ({ isReplica, isLeaving }) => isReplica && !isLeaving,
      ),
    otherPods: async (): Promise<Pod[]> =>
      (await listPods(read, namespace)).filter(({ isReplica }) => !isReplica),
    metricsOf: (pod: Pod): Promise<string> => metricsOf(read, namespace, pod.name),
    answeredBy: (pod: Pod): Promise<number> => answeredBy(read, namespace, pod.name),
    /** Until each replica is ready. */
    async scale(service: string, replicas: number): Promise<void> {
      const deployment = `deployment/${RELEASE}-${service}`;
      await kubectl(['scale', deployment, `--replicas=${replicas}`]);
      await kubectl(['rollout', 'status', deployment, '--timeout=60s']);
    },
    /** What a command in a pod of the deployment prints. */
    exec,
    /** For commands in the pod of operators, which keeps it. */
    logIn,
    logsOf: (pod: Pod): Promise<string> => logOf(read, namespace, { pod: pod.name }),
    /** Makes a deposit as those who installed the chart would; what it prints has the log of its pod. */
    async helmTest(): Promise<string> {
      // Helm tells the log of a pod on its standard error.
      const command = `helm test ${RELEASE} -n ${namespace} --timeout ${HELM_TEST_MAX_S}s 2>&1`;
      return runCommand('sh', ['-c', command], { timeoutMs: HELM_TEST_MAX_S * 1_500 });
    },
    /** The Secrets that an upgrade without changes would write, by name. */
    async secretsAfterUpgrade(): Promise<ReadonlyMap<string, string>> {
      const args = ['upgrade', RELEASE, CHART, '-n', namespace, '--reuse-values'];
      const rendered = await runCommand('helm', [...args, '--dry-run=server', '-o', 'json']);
      const { manifest }: { manifest: string } = JSON.parse(rendered);
      const secrets = manifest.split(/^---$/m).filter((one) => /^kind: Secret$/m.test(one));
      return new Map(
        secrets.map((one) => [
          /^ {2}name: (\S+)$/m.exec(one)?.[1] ?? '',
          /^ {2}tls.crt: (\S+)$/m.exec(one)?.[1] ?? '',
        ]),
      );
    },
    async certificateIn(secret: string): Promise<string> {
      return (await secretData(read, namespace, secret))['tls.crt'] ?? '';
    },
    /** From inside a pod, where the gRPC services are; the Service picks the replica unless one is given. */
    async seed(webhookUrl: string, webhooksHost = `${RELEASE}-webhooks`): Promise<CreatedAccount> {
      const name = `holder-${randomBytes(4).toString('hex')}`;
      loggedIn ??= logIn().catch((error) => {
        loggedIn = undefined;
        throw error;
      });
      await loggedIn;
      const printed = await exec('operator', [
        ...['env', `WEBHOOKS_ADDRESS=dns:///${webhooksHost}:50051`],
        ...['operator', 'account', 'create', '--json'],
        ...['--email', `${name}@entrada.example`],
        ...['--webhook-url', webhookUrl],
      ]);
      return JSON.parse(printed);
    },
  };
}
