import type { WebhooksServiceDefinition } from '@entrada/contracts/gen/webhooks/v1/WebhooksService';
import type { PublicIds } from '@entrada/platform/db/public-ids';
import { uuidField } from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import type { App } from '../../app.ts';
import { idsOf } from './endpoints.ts';
import { auditMessage, deliveryMessage, timelineMessage } from './format.ts';
import {
  formatDeliveryPlace,
  formatPlace,
  parseAccount,
  parseDeliveryId,
  parseDeliveryPlace,
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

export function deliveryHandlers(app: App, publicIds: PublicIds): Handlers {
  return {
    async listDeliveries({ accountId, endpointId, from, to, limit, cursor, ...filter }) {
      const account = parseAccount(accountId);
      const ids = publicIds(account);
      const { items, next } = await app.listDeliveries(account, {
        ...parseWindow(from, to),
        endpointId: endpointId === '' ? null : parseEndpointId(endpointId),
        event: parseEvent(filter.event),
        eventId: filter.eventId === '' ? null : uuidField('eventId', filter.eventId),
        status: parseStatus(filter.status),
        limit: parseLimit(limit),
        after: parseDeliveryPlace(cursor, ids),
      });
      return {
        deliveries: items.map((delivery) => deliveryMessage(delivery, ids)),
        nextCursor: formatDeliveryPlace(next, ids),
      };
    },
    async getDelivery({ accountId, deliveryId }) {
      const account = parseAccount(accountId);
      const ids = publicIds(account);
      const delivery = await app.getDelivery(account, parseDeliveryId(deliveryId, ids));
      return { delivery: deliveryMessage(delivery, ids) };
    },
    async redeliver({ accountId, deliveryId }) {
      const account = parseAccount(accountId);
      await app.redeliver(account, parseDeliveryId(deliveryId, publicIds(account)));
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
      const ids = publicIds(account);
      return { entries: entries.map((entry) => timelineMessage(entry, ids)) };
    },
    async listEventsForAudit({ from, to, limit, cursor }) {
      const after = parsePlace(cursor);
      const { items, next } = await app.auditEvents(
        parseWindow(from, to),
        parseLimit(limit),
        after,
      );
      return { events: items.map(auditMessage), nextCursor: formatPlace(next) };
    },
  };
}
