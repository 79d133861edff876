import { type EndpointHour, everyHour, metricsWindow } from '../domain/hours.ts';
import type { Ports } from '../ports.ts';
import { checkOwner } from './steps/check-owner.ts';

type Needs = Pick<Ports, 'endpoints' | 'rollups' | 'now'>;
type Asked = { readonly from: Date | null; readonly to: Date | null };
type Metrics = { readonly asOf: Date; readonly hours: readonly EndpointHour[] };

/** What was sent to an endpoint in each hour of a window. */
export function getEndpointMetrics({ endpoints, rollups, now }: Needs) {
  const check = checkOwner({ endpoints });
  return async (accountId: string, endpointId: string, { from, to }: Asked): Promise<Metrics> => {
    const asOf = now();
    const window = metricsWindow(from, to, asOf);
    await check(accountId, endpointId);
    return { asOf, hours: everyHour(window, await rollups.endpointHours(endpointId, window)) };
  };
}
