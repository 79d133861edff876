import type { Delivery } from '@entrada/client/gen/api';
import type { SearchSchemaInput } from '@tanstack/react-router';

export const DELIVERY_STATUSES = [
  'PENDING',
  'HELD',
  'DELIVERED',
  'EXHAUSTED',
  'ABANDONED',
] as const satisfies readonly Delivery['status'][];

export type EndpointSearch = { readonly status?: Delivery['status'] | undefined };

export function parseEndpointSearch(
  search: Partial<EndpointSearch> & SearchSchemaInput,
): EndpointSearch {
  const status = DELIVERY_STATUSES.find((known) => known === search.status);
  return status ? { status } : {};
}
