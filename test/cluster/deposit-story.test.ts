import { apiClient } from '../../scripts/story/api-client.ts';
import { openReceiver } from '../../scripts/story/webhook-receiver.ts';
import { depositStory, type Stage } from '../e2e/deposit-story.ts';
import { deployment } from './deployment.ts';

describe('in a cluster', () => depositStory(openStage));

async function openStage(): Promise<Stage> {
  const { baseUrl, bankUrl, hostIp, seed } = deployment();
  const receiver = await openReceiver({ host: hostIp });
  const release = () => receiver[Symbol.asyncDispose]();
  const { apiKey, webhookSecret = '' } = await seed(receiver.url).catch(async (error: Error) => {
    await release();
    throw error;
  });
  const api = apiClient(baseUrl, apiKey);
  const holder = { api, apiKey, webhookSecret, receiver, [Symbol.asyncDispose]: release };
  return { baseUrl, bankUrl, holder, [Symbol.asyncDispose]: release };
}
