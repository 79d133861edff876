import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { requirePort } from './port.ts';
import type { Runtime } from './runtime.ts';

type Options = { readonly host: string; readonly port: number };

/** Probes and metrics, on a port of their own that no client reaches. */
export async function serveAdmin(
  { health, metrics }: Runtime,
  { host, port }: Options,
): Promise<{ port: number } & AsyncDisposable> {
  const server = createServer(async (request, response) => {
    switch (request.url) {
      case '/livez':
        return sendProblems(response, await health.liveProblems());
      case '/readyz':
        return sendProblems(response, await health.readyProblems());
      case '/metrics':
        return sendMetrics(response, metrics);
      default:
        response.statusCode = 404;
        return response.end('not found\n');
    }
  });
  await requirePort('ADMIN_PORT', { host, port });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function sendMetrics(response: ServerResponse, metrics: Registry): Promise<void> {
  try {
    const text = await metrics.metrics();
    response.setHeader('content-type', metrics.contentType);
    response.end(text);
  } catch (error) {
    response.statusCode = 500;
    response.end(`${(error as Error).message}\n`);
  }
}

function sendProblems(response: ServerResponse, problems: readonly string[]): void {
  response.statusCode = problems.length === 0 ? 200 : 503;
  response.end(problems.length === 0 ? 'ok\n' : `${problems.join('\n')}\n`);
}
