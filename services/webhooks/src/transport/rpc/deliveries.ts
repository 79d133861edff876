import type { WebhooksServiceDefinition } from '@entrada/contracts/gen/webhooks/v1/WebhooksService';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import type { App } from '../../app.ts';
import { idsOf } from './endpoints.ts';
import { auditMessage, deliveryMessage, timelineMessage } from './format.ts';
import {
  formatPlace,
  parseAccount,
  parseDeliveryId,
  parseLimit,
  parsePlace,
  parseStatus,
  parseWindow,
} from './parse.ts';

const TIMELINE_ENTRIES_MAX = 500;

type Handlers = Pick<
  RpcHandlers<WebhooksServiceDefinition>,
  | 'listDeliveries'
  | 'getDelivery'
  | 'redeliver'
  | 'replayWindow'
  | 'getDeliveryTimeline'
  | 'listEventsForAudit'
>;

export function deliveryHandlers(app: App): Handlers {
  return {
    async listDeliveries({ status, from, to, limit, cursor, ...request }) {
      const [accountId, endpointId] = idsOf(request);
      const { items, next } = await app.listDeliveries(accountId, {
        ...parseWindow(from, to),
        endpointId,
        status: parseStatus(status),
        limit: parseLimit(limit),
        after: parsePlace('deliveries', cursor),
      });
      return {
        deliveries: items.map(deliveryMessage),
        nextCursor: formatPlace('deliveries', next),
      };
    },
    async getDelivery({ accountId, deliveryId }) {
      const id = parseDeliveryId(deliveryId);
      return { delivery: deliveryMessage(await app.getDelivery(parseAccount(accountId), id)) };
    },
    async redeliver({ accountId, deliveryId }) {
      await app.redeliver(parseAccount(accountId), parseDeliveryId(deliveryId));
      return {};
    },
    async replayWindow({ from, to, ...request }) {
      const [accountId, endpointId] = idsOf(request);
      return { count: await app.replayWindow(accountId, endpointId, parseWindow(from, to)) };
    },
    async getDeliveryTimeline({ accountId, chargeId }) {
      const account = parseAccount(accountId);
      const entries = await app.deliveryTimeline(account, chargeId, TIMELINE_ENTRIES_MAX);
      return { entries: entries.map(timelineMessage) };
    },
    async listEventsForAudit({ from, to, limit, cursor }) {
      const after = parsePlace('audit', cursor);
      const { items, next } = await app.auditEvents(
        parseWindow(from, to),
        parseLimit(limit),
        after,
      );
      return { events: items.map(auditMessage), nextCursor: formatPlace('audit', next) };
    },
  };
}
