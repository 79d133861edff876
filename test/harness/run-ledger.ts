import { LedgerService } from '@entrada/contracts/services';
import { loadConfig } from '../../services/ledger/src/config.ts';
import { start } from '../../services/ledger/src/service.ts';
import { eventKeyEnv } from './event-keys.ts';
import type { FreshEventLog } from './fresh-event-log.ts';
import { runGrpcService } from './run-grpc-service.ts';

export function runLedger(
  events: Pick<FreshEventLog, 'urlOf'>,
  env: Readonly<Record<string, string>> = {},
) {
  return runGrpcService({
    name: 'ledger',
    loadConfig,
    start,
    client: LedgerService,
    env: { ...eventKeyEnv('ledger'), DATABASE_URL_EVENTS: events.urlOf('ledger'), ...env },
  });
}
