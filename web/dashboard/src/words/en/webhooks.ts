import type { webhooks as pt } from '../pt/webhooks.ts';

export const webhooks = {
  title: 'Webhooks',
  newTitle: 'New endpoint',
  endpointTitle: 'Endpoint',
} satisfies typeof pt;
