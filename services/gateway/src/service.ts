import { AuthService, ChargesService, LedgerService } from '@entrada/contracts/services';
import { openCache } from '@entrada/platform/cache/open-cache';
import { connectGrpc } from '@entrada/platform/grpc/client';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { buildApp } from './app.ts';
import { chargesClient } from './clients/charges-client.ts';
import { verifyWith } from './clients/key-verifier.ts';
import { drawQr } from './clients/qr.ts';
import type { Config } from './config.ts';
import type { Ports } from './ports.ts';
import { serveHttp } from './transport/http/http-server.ts';

const AUTH_TIMEOUT_MS = 3_000;
const LEDGER_TIMEOUT_MS = 3_000;
const QR_TTL_MS = 3_600_000;

/** Builds the service from the outside in; disposing it undoes each step in reverse. */
export async function start(
  config: Config,
  runtime: Runtime,
): Promise<{ port: number } & AsyncDisposable> {
  await using starting = new AsyncDisposableStack();

  const auth = starting.use(
    connectGrpc(AuthService, { address: config.authAddress, timeoutMs: AUTH_TIMEOUT_MS, runtime }),
  );
  const charges = starting.use(
    connectGrpc(ChargesService, {
      address: config.chargesAddress,
      timeoutMs: config.requestTimeoutMs,
      runtime,
    }),
  );
  const ledger = starting.use(
    connectGrpc(LedgerService, {
      address: config.ledgerAddress,
      timeoutMs: LEDGER_TIMEOUT_MS,
      runtime,
    }),
  );
  const cache = starting.use(openCache(config, runtime));

  const ports: Ports = {
    ...chargesClient(charges),
    verifyKey: verifyWith(auth),
    async getBalance(accountId) {
      const { availableCents, suspenseCents } = await ledger.getBalance({ accountId });
      return { available: availableCents, suspense: suspenseCents };
    },
    drawQr,
    qrImages: {
      get: (paymentLinkId) => cache.get(`qr:${paymentLinkId}`),
      set: (paymentLinkId, image) => cache.set(`qr:${paymentLinkId}`, image, QR_TTL_MS),
    },
  };
  const server = starting.use(await serveHttp(buildApp(ports), config, runtime));

  const resources = starting.move();
  return { port: server.port, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
