import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

export type SignedMessage = {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

type Options = {
  readonly secret: string;
  readonly id?: string;
  readonly at?: Date;
  /** Adds so many bytes to the body. */
  readonly paddingBytes?: number;
};

/** A test event as Entrada sends it: no receiver should take money for paid because of it. */
export function signed({
  secret,
  id = randomUUID(),
  at = new Date(),
  paddingBytes = 0,
}: Options): SignedMessage {
  const message = 'This is a test. No money has moved.';
  const padding = paddingBytes > 0 ? { padding: 'x'.repeat(paddingBytes) } : {};
  const event = 'WEBHOOK_TEST';
  const data = { webhookId: randomUUID(), message, ...padding };
  const body = JSON.stringify({ id, event, type: event, timestamp: at.toISOString(), data });
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Entrada-Receiver-Check/0.1.0',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    },
  };
}
