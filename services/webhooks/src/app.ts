import type { Ports } from './ports.ts';
import { acknowledgeEvents } from './use-cases/acknowledge-events.ts';
import { attemptDelivery } from './use-cases/attempt-delivery.ts';
import { continueReplays } from './use-cases/continue-replays.ts';
import { createEndpoint } from './use-cases/create-endpoint.ts';
import { deleteEndpoint } from './use-cases/delete-endpoint.ts';
import { disableFailing } from './use-cases/disable-failing.ts';
import { getDelivery } from './use-cases/get-delivery.ts';
import { getEndpoint } from './use-cases/get-endpoint.ts';
import { getEndpointMetrics } from './use-cases/get-endpoint-metrics.ts';
import { getNotifiedHours } from './use-cases/get-notified-hours.ts';
import { listDeliveries } from './use-cases/list-deliveries.ts';
import { planDeliveries } from './use-cases/plan-deliveries.ts';
import { readEvents } from './use-cases/read-events.ts';
import { recordAttempts } from './use-cases/record-attempts.ts';
import { redeliver } from './use-cases/redeliver.ts';
import { replayWindow } from './use-cases/replay-window.ts';
import { resealSecrets } from './use-cases/reseal-secrets.ts';
import { rotateSecret } from './use-cases/rotate-secret.ts';
import { sendNotices } from './use-cases/send-notices.ts';
import { sendTest } from './use-cases/send-test.ts';
import { settleDeliveries } from './use-cases/settle-deliveries.ts';
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

    planDeliveries: planDeliveries(),
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
