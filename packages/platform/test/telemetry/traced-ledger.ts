import { LedgerService } from '@entrada/contracts/services';
import { processSettings } from '../../src/config/common-settings.ts';
import { readConfig } from '../../src/config/settings.ts';
import { serveGrpc } from '../../src/grpc/server.ts';
import { run } from '../../src/runtime/run.ts';

await run(
  'ledger',
  (env) => readConfig(env, processSettings),
  async (_config, runtime) => {
    const server = await serveGrpc(
      LedgerService.service,
      { getBalance: async () => ({ availableCents: 1, suspenseCents: 0 }) },
      { host: '127.0.0.1', port: 0, runtime },
    );
    runtime.log.info({ port: server.port }, 'listening');
    return server;
  },
);
