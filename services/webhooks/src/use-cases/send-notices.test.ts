import type { Notice } from '../domain/endpoint.ts';
import type { Ports } from '../ports.ts';
import { sendNotices } from './send-notices.ts';

const noticeOf = (id: string): Notice => ({
  id,
  accountId: id,
  kind: 'ENDPOINT_CREATED',
  name: 'shop',
  url: 'https://shop.example/hook',
});

test('a notice that fails stays, and all others are sent', async () => {
  const removed: string[] = [];
  const failure = new Error('no answer');
  const needs = {
    notices: {
      claim: async () => ['failing', 'second', 'third'].map(noticeOf),
      remove: async (id) => void removed.push(id),
    } satisfies Ports['notices'],
    async notifyAccount({ id }: Notice) {
      if (id === 'failing') throw failure;
    },
  };

  await expect(sendNotices(needs as unknown as Ports)()).rejects.toBe(failure);

  expect(removed.toSorted()).toEqual(['second', 'third']);
});
