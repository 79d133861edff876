import { randomBytes } from 'node:crypto';
import { WebhooksService } from '@entrada/contracts/services';
import { loadConfig } from '../../services/webhooks/src/config.ts';
import { start } from '../../services/webhooks/src/service.ts';
import { eventKeyEnv } from './event-keys.ts';
import type { FreshEventLog } from './fresh-event-log.ts';
import { runGrpcService } from './run-grpc-service.ts';

/** Notices then wait: most tests are about deliveries. */
const NOBODY = '127.0.0.1:1';

/** Delivers to receivers on this machine only. */
export function runWebhooks(
  events: Pick<FreshEventLog, 'urlOf'>,
  env: Readonly<Record<string, string>> = {},
) {
  return runGrpcService({
    name: 'webhooks',
    loadConfig,
    start,
    client: WebhooksService,
    env: {
      ...eventKeyEnv('webhooks'),
      DATABASE_URL_EVENTS: events.urlOf('webhooks'),
      AUTH_ADDRESS: NOBODY,
      WEBHOOKS_SECRET_KEY: randomBytes(32).toString('base64'),
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_HOSTS: 'localhost',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
      ...env,
    },
  });
}
