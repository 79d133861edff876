import type { WebhooksServiceDefinition } from '@entrada/contracts/gen/webhooks/v1/WebhooksService';
import { uuidField } from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import type { App } from '../../app.ts';
import { idsOf } from './endpoints.ts';
import { auditMessage, deliveryMessage, timelineMessage } from './format.ts';
import {
  formatPlace,
  parseAccount,
  parseDeliveryId,
  parseEndpointId,
  parseEvent,
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
    async listDeliveries({ accountId, endpointId, from, to, limit, cursor, ...filter }) {
      const { items, next } = await app.listDeliveries(parseAccount(accountId), {
        ...parseWindow(from, to),
        endpointId: endpointId === '' ? null : parseEndpointId(endpointId),
        event: parseEvent(filter.event),
        eventId: filter.eventId === '' ? null : uuidField('eventId', filter.eventId),
        status: parseStatus(filter.status),
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
    async replayWindow({ from, to, onlyFailed, dryRun, ...request }) {
      const [accountId, endpointId] = idsOf(request);
      const wanted = onlyFailed ? 'failed' : 'all';
      const replay = { ...parseWindow(from, to), wanted, dryRun } as const;
      return { count: await app.replayWindow(accountId, endpointId, replay) };
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
