import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import type { Guard } from './http/require-caller.ts';

/** A new key signs at once, so that the set must not be cached for long. */
const CACHE = 'public, max-age=300';

/** The public keys with which anyone can check a receipt, without an account. */
export function receiptKeyRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/.well-known/entrada-receipt-keys.json')
    .get(guard.visitor, async (_request, response) => {
      const keys = (await app.listReceiptKeys()).map(({ keyId: kid, x }) => {
        return { kid, kty: 'OKP', crv: 'Ed25519', x, alg: 'EdDSA', use: 'sig' };
      });
      response.set('Cache-Control', CACHE).json({ keys });
    })
    .all(methodNotAllowed('GET'));
}
