import { LedgerService } from '@entrada/contracts/services';
import { databaseSettings, processSettings } from '../../src/config/common-settings.ts';
import { readConfig } from '../../src/config/settings.ts';
import { openPool } from '../../src/db/pool.ts';
import { serveGrpc } from '../../src/grpc/server.ts';
import type { RpcHandlers } from '../../src/grpc/types.ts';
import { identitySettings } from '../../src/identity/identity.ts';
import { run } from '../../src/runtime/run.ts';

await run(
  'ledger',
  (env) =>
    readConfig(env, { ...processSettings, ...identitySettings, ...databaseSettings('LEDGER') }),
  async ({ databaseUrl }, runtime) => {
    await using held = new AsyncDisposableStack();
    const pool = held.adopt(openPool(databaseUrl, { max: 2, log: runtime.log }), (p) => p.end());
    const getBalance = async ({ accountId }: { accountId: string }) => {
      await pool.query('select $1::text', [accountId]);
      // Postgres quotes the value in its refusal.
      await pool.query('select $1::uuid', [accountId]).catch(() => {});
      return { availableCents: 1, suspenseCents: 0 };
    };
    const options = { host: '127.0.0.1', port: 0, runtime };
    const handlers = { getBalance } as unknown as RpcHandlers<typeof LedgerService.service>;
    const server = held.use(await serveGrpc(LedgerService.service, handlers, options));
    runtime.log.info({ port: server.port }, 'listening');
    return held.move();
  },
);
