import { eventually } from '@entrada/platform/testing/eventually';
import { deployment } from './deployment.ts';
import { RELEASE } from './tools/release.ts';

const GRPC_SERVICES = ['auth', 'charges', 'ledger', 'webhooks'];
const { pods, exec, logsOf, metricsOf } = deployment();

/** Runs in the pod of operators, which network policies let through: connects without a certificate, and prints whether the server hung up. */
const KNOCK = `
const [host] = process.argv.slice(1);
const options = { host, port: 50051, rejectUnauthorized: false, ALPNProtocols: ['h2'] };
const socket = require('node:tls').connect(options);
const end = (outcome) => { console.log(outcome); process.exit(0); };
socket.on('error', () => end('refused')).on('close', () => end('refused'));
socket.on('connect', () => setTimeout(() => end('open'), 10_000));
setTimeout(() => end('unreachable'), 40_000);
`;

const replicasOf = async (service: string) =>
  (await pods()).filter((pod) => pod.service === service);

async function refusedBy(service: string): Promise<number> {
  const replicas = await replicasOf(service);
  const counts = replicas.map(async (pod) => {
    const [, count = 'absent'] =
      /^rpc_connections_refused_total\{.*\} (\d+)$/m.exec(await metricsOf(pod)) ?? [];
    return Number(count);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

test.concurrent.each(GRPC_SERVICES)(
  'a pod without a certificate is refused by %s, logged with its address and counted',
  async (service) => {
    const before = await refusedBy(service);

    expect(await exec('operator', ['node', '-e', KNOCK, `${RELEASE}-${service}`])).toBe(
      'refused\n',
    );

    await eventually(async () => expect(await refusedBy(service)).toBe(before + 1));
    await eventually(async () => {
      const addresses = (await replicasOf('operator')).map(({ ip }) => ip);
      const replicas = await replicasOf(service);
      const lines = (await Promise.all(replicas.map(logsOf))).join('\n').split('\n');
      const refusals = lines.filter((line) => line.includes('connection refused'));
      expect(refusals.some((line) => addresses.some((ip) => line.includes(ip)))).toBe(true);
    });
  },
  60_000,
);
