import { type Api, ok } from './open-client.ts';

/** What anybody may see. */
export async function publicPages(anyone: Api, paymentLinkId: string): Promise<void> {
  const params = { path: { paymentLinkId } };
  const text = { params, parseAs: 'text' } as const;
  const bytes = { params, parseAs: 'arrayBuffer' } as const;
  ok(await anyone.GET('/payment-link/{paymentLinkId}', text));
  ok(await anyone.GET('/payment-link/{paymentLinkId}/status', text));
  ok(await anyone.GET('/payment-link/{paymentLinkId}/qr.png', bytes));
  ok(await anyone.GET('/payment-link/{paymentLinkId}/qr.svg', text));
  ok(await anyone.GET('/', { parseAs: 'text' }));
  ok(await anyone.GET('/docs', { parseAs: 'text' }));
  const guide = { path: { page: 'quick-start' } };
  ok(await anyone.GET('/docs/{page}', { params: guide, parseAs: 'text' }));
  ok(await anyone.GET('/docs/errors', { parseAs: 'text' }));
  ok(await anyone.GET('/openapi.json'));
  ok(await anyone.GET('/.well-known/entrada-receipt-keys.json'));
  const name = { path: { name: 'DEPOSIT_ASSET_SUCCESS.json' } };
  ok(await anyone.GET('/events/schemas/{name}', { params: name }));
}
