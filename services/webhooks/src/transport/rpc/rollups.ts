import type { WebhooksServiceDefinition } from '@entrada/contracts/gen/webhooks/v1/WebhooksService';
import { optionalTimeField, risingTimesField, timeField } from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import type { App } from '../../app.ts';
import { countsOf, type EndpointHour } from '../../domain/hours.ts';
import { idsOf } from './endpoints.ts';
import { parseAccount } from './parse.ts';

type Handlers = Pick<
  RpcHandlers<WebhooksServiceDefinition>,
  'getNotifiedHours' | 'getEndpointMetrics'
>;

const BUCKETS_MAX = 100;

export function rollupHandlers(app: App): Handlers {
  return {
    async getEndpointMetrics({ from, to, ...request }) {
      const window = {
        from: optionalTimeField('from', from),
        to: optionalTimeField('to', to),
      };
      const { asOf, hours } = await app.getEndpointMetrics(...idsOf(request), window);
      return { asOf: asOf.toISOString(), hours: hours.map(hourMessage) };
    },
    async getNotifiedHours({ accountId, from, to, bucketStarts }) {
      const window = { from: timeField('from', from), to: timeField('to', to) };
      const starts = risingTimesField('bucketStarts', bucketStarts, BUCKETS_MAX);
      const hours = await app.getNotifiedHours(parseAccount(accountId), window, starts);
      if (starts.length > 0) return { sums: { notifiedCount: hours.map(({ count }) => count) } };
      return {
        hours: hours.map(({ hour, count }) => ({ hour: hour.toISOString(), notifiedCount: count })),
      };
    },
  };
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
