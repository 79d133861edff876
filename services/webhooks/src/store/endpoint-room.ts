import type { Room } from '../ports.ts';

const OTHERWISE = 'otherwise';

/**
 * SQL for how many deliveries of an endpoint may be claimed. The parameter is a JSON document, which
 * is searched by key; a join with a list would read the whole list for each endpoint.
 */
export function freeSql(endpointId: string, parameter: number): string {
  const room = `$${parameter}::jsonb`;
  return `coalesce(${room} -> ${endpointId}::text, ${room} -> '${OTHERWISE}')::int`;
}

/** The value of that parameter. */
export function freeParameter({ perEndpointMax, overrides }: Room): string {
  return JSON.stringify({ [OTHERWISE]: perEndpointMax, ...Object.fromEntries(overrides) });
}
