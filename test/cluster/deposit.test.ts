import { Entrada } from '@entrada/client/entrada';
import { openReceiver } from '@entrada/deposit-check/webhook-receiver';
import { describeDeposit, type Stage } from '../e2e/describe-deposit.ts';
import { deployment } from './deployment.ts';
import { AUDIT_LAG_MS } from './tools/release.ts';

describe('in a cluster', () => describeDeposit(openStage));

async function openStage(): Promise<Stage> {
  const { baseUrl, bankUrl, hostIp, seed, pods, metricsOf } = deployment();
  const receiver = await openReceiver({ host: hostIp });
  const release = () => receiver[Symbol.asyncDispose]();
  const { apiKey, webhookSecret = '' } = await seed(receiver.url).catch(async (error: Error) => {
    await release();
    throw error;
  });
  const api = new Entrada({ baseUrl, apiKey });
  const holder = { api, apiKey, webhookSecret, receiver, [Symbol.asyncDispose]: release };
  const auditLagMs = AUDIT_LAG_MS;
  return {
    baseUrl,
    bankUrl,
    holder,
    auditLagMs,
    metricsOf: async (name) =>
      Promise.all((await pods()).filter(({ service }) => service === name).map(metricsOf)),
    [Symbol.asyncDispose]: release,
  };
}
