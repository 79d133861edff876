import type { CallOptions } from './call-options.ts';
import type { Client, Reply } from './client.ts';
import type { Refund } from './deposits.ts';
import type { Calls } from './gen/api.ts';
import { type Paged, paged } from './paged.ts';

const ALL = 'GET /api/refunds';

export type AccountRefundsPage = Reply<typeof ALL>;
export type AccountRefundsQuery = NonNullable<Calls[typeof ALL]['query']>;

export function refundCalls({ request }: Client) {
  return {
    /** Refunds of all deposits, and returns by the bank, newest first. */
    list(
      query: AccountRefundsQuery = {},
      options: CallOptions = {},
    ): Paged<Refund, AccountRefundsPage> {
      return paged(
        query,
        (at) => request(ALL, { query: { ...query, ...at }, ...options }),
        ({ refunds }) => refunds,
      );
    },

    async get(refundId: string, options: CallOptions = {}): Promise<Refund> {
      return (await request('GET /api/refunds/{refundId}', { path: { refundId }, ...options }))
        .refund;
    },
  };
}
