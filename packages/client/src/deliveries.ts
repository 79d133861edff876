import { type CallOptions, type WriteOptions, withKey } from './call-options.ts';
import type { Client, Reply } from './client.ts';
import type { Calls } from './gen/api.ts';
import { type Paged, paged } from './paged.ts';

const ALL = 'GET /api/deliveries';
const ONE = '/api/deliveries/{deliveryId}';

export type Delivery = Reply<`GET ${typeof ONE}`>['delivery'];
export type DeliveriesPage = Reply<typeof ALL>;
export type DeliveriesQuery = NonNullable<Calls[typeof ALL]['query']>;

export function deliveryCalls({ request }: Client) {
  return {
    /** Deliveries to all endpoints, newest first, each with its last attempt. */
    list(query: DeliveriesQuery = {}, options: CallOptions = {}): Paged<Delivery, DeliveriesPage> {
      return paged(
        query,
        (at) => request(ALL, { query: { ...query, ...at }, ...options }),
        ({ deliveries }) => deliveries,
      );
    },

    /** With all of its attempts and the body that was signed. */
    async get(deliveryId: string, options: CallOptions = {}): Promise<Delivery> {
      return (await request(`GET ${ONE}`, { path: { deliveryId }, ...options })).delivery;
    },

    async redeliver(deliveryId: string, options: WriteOptions = {}): Promise<void> {
      const input = { path: { deliveryId }, body: {}, ...withKey(options) };
      await request(`POST ${ONE}/redeliver`, input);
    },
  };
}
