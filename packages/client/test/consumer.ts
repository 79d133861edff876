import {
  Entrada,
  EntradaError,
  type Receipt,
  type ReceiptKeys,
  verifyReceipt,
  verifyWebhook,
} from '@entrada/client';

export type Fixture = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhook: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly secret: string;
  };
  readonly receipt: Receipt;
  readonly keys: ReceiptKeys;
};

/** What a program of a client does; it must work wherever JavaScript runs. */
export async function consume({ baseUrl, apiKey, webhook, receipt, keys }: Fixture) {
  const entrada = new Entrada({ baseUrl, apiKey });
  const { paymentLinkId } = await entrada.deposits.create({ value: 1_500 });
  let found = 0;
  for await (const deposit of entrada.deposits.list({ limit: 1 })) {
    if (deposit.paymentLinkId === paymentLinkId) found += 1;
  }
  const refused: unknown = await entrada.deposits.get('none').catch((error: unknown) => error);
  const event = await verifyWebhook(webhook.headers, webhook.body, webhook.secret);
  return {
    found,
    code: refused instanceof EntradaError ? refused.code : null,
    // Typed by the event's name.
    credited: event.event === 'DEPOSIT_ASSET_SUCCESS' ? event.data.creditedValue : null,
    proven: (await verifyReceipt(receipt, keys)).creditedValue,
  };
}
