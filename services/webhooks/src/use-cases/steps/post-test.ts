import { AppError } from '@entrada/platform/errors/app-error';
import type { PostResult } from '../../domain/post-result.ts';
import type { WebhookEvent } from '../../domain/webhook-event.ts';
import type { Message, Ports } from '../../ports.ts';

export const TEST_MAX_MS = 10_000;

type To = Pick<Message, 'url' | 'secrets' | 'authorization'>;

/** Sends a test event at once, outside the queue, because a request waits for its result. */
export function postTest({ receivers, encodeBody }: Pick<Ports, 'receivers' | 'encodeBody'>) {
  return async (event: WebhookEvent, to: To): Promise<PostResult> => {
    const { id, occurredAt: at } = event;
    const message = { ...to, id, body: encodeBody(event), at, isTest: true };
    const result = await receivers.post(message, TEST_MAX_MS);
    if (!result) throw new AppError('UNAVAILABLE', 'The service is restarting');
    return result;
  };
}
