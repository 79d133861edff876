import { ChargesService } from '@entrada/contracts/services';
import { loadConfig } from '../../services/charges/src/config.ts';
import { start } from '../../services/charges/src/service.ts';
import { eventKeyEnv } from './event-keys.ts';
import type { FreshEventLog } from './fresh-event-log.ts';
import type { RunningBank } from './run-bank.ts';
import { runGrpcService } from './run-grpc-service.ts';

/** Nothing listens there: for tests without refunds. */
const NO_LEDGER = '127.0.0.1:9';

type Options = {
  readonly bank: Pick<RunningBank, 'env'>;
  readonly events: Pick<FreshEventLog, 'urlOf'>;
  readonly env?: Readonly<Record<string, string>>;
};

export function runCharges({ bank, events, env = {} }: Options) {
  return runGrpcService({
    name: 'charges',
    loadConfig,
    start,
    client: ChargesService,
    env: {
      ...bank.env,
      ...eventKeyEnv('charges'),
      DATABASE_URL_EVENTS: events.urlOf('charges'),
      LEDGER_ADDRESS: NO_LEDGER,
      // Long enough for a machine that stalls; a test that waits for a timeout shortens it.
      PROVIDER_TIMEOUT_MS: '30000',
      ...env,
    },
  });
}
