import { deliveryNotFound } from '../domain/delivery.ts';
import type { LogFilter, LoggedDelivery, Page, Window } from '../domain/delivery-log.ts';
import { type EndpointWithHealth, endpointNotFound } from '../domain/endpoint.ts';
import {
  checkNotifiedWindow,
  type EndpointHour,
  everyHour,
  metricsWindow,
  type NotifiedHour,
  type Totals,
} from '../domain/hours.ts';
import type { Ports } from '../ports.ts';

export function getEndpoint({ endpoints }: Ports) {
  return async (accountId: string, endpointId: string): Promise<EndpointWithHealth> => {
    const endpoint = await endpoints.find(accountId, endpointId);
    if (!endpoint) throw endpointNotFound();
    return endpoint;
  };
}

type Bounds = { readonly from: Date | null; readonly to: Date | null };

/** What was sent to an endpoint in each hour of a window. */
export function getEndpointMetrics({ endpoints, totals, now }: Ports) {
  const check = checkOwner({ endpoints });
  return async (
    accountId: string,
    endpointId: string,
    { from, to }: Bounds,
  ): Promise<Totals<EndpointHour>> => {
    const window = metricsWindow(from, to, now());
    await check(accountId, endpointId);
    const { asOf, hours } = await totals.endpointHours(endpointId, window);
    return { asOf, hours: everyHour(window, hours) };
  };
}

/** Hours without any are left out. */
export function getNotifiedHours({ totals }: Ports) {
  return async (
    accountId: string,
    window: Window,
    starts: readonly Date[] = [],
  ): Promise<Totals<NotifiedHour>> => {
    checkNotifiedWindow(window);
    return totals.notifiedHours(accountId, window, starts);
  };
}

export function listDeliveries({ endpoints, deliveryLog }: Ports) {
  const check = checkOwner({ endpoints });
  return async (accountId: string, filter: LogFilter): Promise<Page<LoggedDelivery>> => {
    if (filter.endpointId !== null) await check(accountId, filter.endpointId);
    return deliveryLog.list(accountId, filter);
  };
}

export function getDelivery({ deliveryLog }: Ports) {
  return async (accountId: string, deliveryId: number): Promise<LoggedDelivery> => {
    const delivery = await deliveryLog.find(accountId, deliveryId);
    if (!delivery) throw deliveryNotFound();
    return delivery;
  };
}

/** Throws when the account has no such endpoint. */
export function checkOwner({ endpoints }: Pick<Ports, 'endpoints'>) {
  return async (accountId: string, endpointId: string): Promise<void> => {
    if (!(await endpoints.owns(accountId, endpointId))) throw endpointNotFound();
  };
}
