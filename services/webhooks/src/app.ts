import type { Ports } from './ports.ts';
import { createEndpoint } from './use-cases/create-endpoint.ts';
import { attemptDelivery, recordAttempts } from './use-cases/deliver-events.ts';
import { deleteEndpoint, disableFailing, settleDeliveries } from './use-cases/disable-endpoint.ts';
import {
  getDelivery,
  getEndpoint,
  getEndpointMetrics,
  getNotifiedHours,
  listDeliveries,
} from './use-cases/read-endpoints.ts';
import { acknowledgeEvents, readEvents } from './use-cases/read-feed.ts';
import { continueReplays, redeliver, replayWindow } from './use-cases/replay-deliveries.ts';
import { resealSecrets, rotateSecret } from './use-cases/secrets.ts';
import { sendNotices } from './use-cases/send-notices.ts';
import { sendTest } from './use-cases/test-receiver.ts';
import { updateEndpoint } from './use-cases/update-endpoint.ts';

/** Everything this service can do. */
export function buildApp(ports: Ports) {
  const { deliveries, deliveryLog, endpoints, housekeeping } = ports;
  return {
    createEndpoint: createEndpoint(ports),
    listEndpoints: endpoints.list,
    getEndpoint: getEndpoint(ports),
    updateEndpoint: updateEndpoint(ports),
    deleteEndpoint: deleteEndpoint(ports),
    rotateSecret: rotateSecret(ports),
    sendTest: sendTest(ports),

    readEvents: readEvents(ports),
    acknowledgeEvents: acknowledgeEvents(ports),

    claimFirstAttempts: deliveries.claimFirstAttempts,
    claimRetries: deliveries.claimRetries,
    nextRetryInMs: deliveries.nextRetryInMs,
    attemptDelivery: attemptDelivery(ports),
    recordAttempts: recordAttempts(ports),
    releaseDeliveries: deliveries.release,

    listDeliveries: listDeliveries(ports),
    getDelivery: getDelivery(ports),
    redeliver: redeliver(ports),
    replayWindow: replayWindow(ports),
    getEndpointMetrics: getEndpointMetrics(ports),
    getNotifiedHours: getNotifiedHours(ports),
    deliveryTimeline: deliveryLog.timeline,
    auditEvents: deliveryLog.audit,

    disableFailing: disableFailing(ports),
    sendNotices: sendNotices(ports),
    settleDeliveries: settleDeliveries(ports),
    continueReplays: continueReplays(ports),
    resealSecrets: resealSecrets(ports),
    prune: housekeeping.prune,
  };
}

export type App = ReturnType<typeof buildApp>;
