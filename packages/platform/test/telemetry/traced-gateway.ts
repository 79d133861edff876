import type { AddressInfo } from 'node:net';
import { LedgerService } from '@entrada/contracts/services';
import express from 'express';
import { grpcAddress, processSettings } from '../../src/config/common-settings.ts';
import { readConfig, text } from '../../src/config/settings.ts';
import { connectGrpc } from '../../src/grpc/client.ts';
import { identitySettings } from '../../src/identity/identity.ts';
import { run } from '../../src/runtime/run.ts';
import { openRequestSpan } from '../../src/telemetry/spans.ts';

const settings = {
  ...processSettings,
  ...identitySettings,
  ledger: grpcAddress('LEDGER', 'the ledger'),
  elsewhere: text('ELSEWHERE', 'URL that each request calls too'),
};

await run(
  'gateway',
  (env) => readConfig(env, settings),
  async (config, runtime) => {
    const ledger = connectGrpc(LedgerService, {
      address: config.ledger,
      timeoutMs: 30_000,
      runtime,
    });
    const app = express();
    app.use((request, response, next) => {
      const span = openRequestSpan(request.method, request.headers);
      response.on('close', () =>
        span?.end({ route: request.route.path, statusCode: response.statusCode, requestId: 'r-1' }),
      );
      if (span) span.within(next);
      else next();
    });
    app.get('/balance/:id', async (request, response) => {
      await (await fetch(config.elsewhere)).text();
      runtime.log.info('asked elsewhere');
      response.json(await ledger.getBalance({ accountId: String(request.query.api_key) }));
    });
    const server = app.listen(0, '127.0.0.1', () =>
      runtime.log.info({ port: (server.address() as AddressInfo).port }, 'listening'),
    );
    return {
      async [Symbol.asyncDispose]() {
        ledger[Symbol.dispose]();
        server.close();
      },
    };
  },
);
