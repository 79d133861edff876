import type { WebhooksServiceDefinition } from '@entrada/contracts/gen/webhooks/v1/WebhooksService';
import { messageOf } from '@entrada/contracts/message';
import type { PublicIds } from '@entrada/platform/db/public-ids';
import {
  optionalTimeField,
  parseTotalsRequest,
  totalsMessage,
  uuidField,
} from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import type { App } from '../app.ts';
import { countsOf, type EndpointHour } from '../domain/hours.ts';
import { deliveryMessage, endpointMessage, timelineMessage } from './rpc/format.ts';
import {
  formatDeliveryPlace,
  formatPlace,
  formatPosition,
  parseAccount,
  parseBegin,
  parseDeliveryId,
  parseDeliveryPlace,
  parseEndpointId,
  parseEvent,
  parseLimit,
  parsePlace,
  parsePosition,
  parseStatus,
  parseWindow,
} from './rpc/parse.ts';

export function webhooksRpc(
  app: App,
  publicIds: PublicIds,
): Omit<RpcHandlers<WebhooksServiceDefinition>, 'watchChanges'> {
  return {
    ...endpointHandlers(app, publicIds),
    ...deliveryHandlers(app, publicIds),
    async getEndpointMetrics({ from, to, ...request }) {
      const window = {
        from: optionalTimeField('from', from),
        to: optionalTimeField('to', to),
      };
      const { asOf, hours } = await app.getEndpointMetrics(...idsOf(request), window);
      return { asOf: asOf.toISOString(), hours: hours.map(hourMessage) };
    },
    async getNotifiedHours(request) {
      const { accountId, window, starts } = parseTotalsRequest(request);
      const { asOf, hours } = await app.getNotifiedHours(accountId, window, starts);
      const notified = hours.map(({ count }) => ({ notifiedCount: count }));
      return totalsMessage(['notifiedCount'], { asOf, hours: notified });
    },
    async listEvents({ accountId, after, limit }) {
      const begin = parseBegin(after);
      const page = await app.readEvents(parseAccount(accountId), begin, parseLimit(limit));
      return {
        events: page.bodies.map((body) => body.toString()),
        nextCursor: formatPosition(page.position),
      };
    },
    async ackEvents({ accountId, cursor }) {
      await app.acknowledgeEvents(parseAccount(accountId), parsePosition('cursor', cursor));
      return {};
    },
  };
}

type Handlers = Partial<RpcHandlers<WebhooksServiceDefinition>>;

function endpointHandlers(app: App, publicIds: PublicIds) {
  return {
    async createEndpoint({ accountId, ...wanted }) {
      const input = { ...wanted, accountId: parseAccount(accountId) };
      const { endpoint, secret } = await app.createEndpoint(input);
      return { endpoint: endpointMessage(endpoint), secret };
    },
    async listEndpoints({ accountId }) {
      const endpoints = await app.listEndpoints(parseAccount(accountId));
      return { endpoints: endpoints.map(endpointMessage) };
    },
    async getEndpoint(request) {
      return { endpoint: endpointMessage(await app.getEndpoint(...idsOf(request))) };
    },
    async updateEndpoint({ accountId, endpointId, ...changes }) {
      const ids = idsOf({ accountId, endpointId });
      await app.updateEndpoint({ ...changes, accountId: ids[0], endpointId: ids[1] });
      return { endpoint: endpointMessage(await app.getEndpoint(...ids)) };
    },
    async deleteEndpoint(request) {
      await app.deleteEndpoint(...idsOf(request));
      return {};
    },
    async rotateSecret(request) {
      return { secret: await app.rotateSecret(...idsOf(request)) };
    },
    async sendTest({ event, ...request }) {
      const ids = idsOf(request);
      return { delivery: deliveryMessage(await app.sendTest(...ids, event), publicIds(ids[0])) };
    },
  } satisfies Handlers;
}

const TIMELINE_ENTRIES_MAX = 500;

function deliveryHandlers(app: App, publicIds: PublicIds) {
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
      const events = items.map(({ id: eventId, ...event }) => messageOf({ ...event, eventId }));
      return { events, nextCursor: formatPlace(next) };
    },
  } satisfies Handlers;
}

type EndpointIds = { readonly accountId: string; readonly endpointId: string };

function idsOf({ accountId, endpointId }: EndpointIds): [string, string] {
  return [parseAccount(accountId), parseEndpointId(endpointId)];
}

const NO_RESPONSE = -1;

function hourMessage(hour: EndpointHour) {
  const { results, p95Ms } = hour;
  return {
    hour: hour.hour.toISOString(),
    ...countsOf(hour),
    p95Ms: p95Ms ?? NO_RESPONSE,
    results: { ...results },
  };
}
