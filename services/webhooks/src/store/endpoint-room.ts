import type { Room } from '../ports.ts';

const OTHERWISE = 'otherwise';

/**
 * How much may be claimed for an endpoint, by a parameter that holds it for each. A document is
 * searched by key; a join with a list would read all of the list for each endpoint.
 */
export function roomOf(endpointId: string, parameter: number): string {
  const room = `$${parameter}::jsonb`;
  return `coalesce(${room} -> ${endpointId}::text, ${room} -> '${OTHERWISE}')::int`;
}

export function roomValue({ perEndpointMax, exceptions }: Room): string {
  return JSON.stringify({ [OTHERWISE]: perEndpointMax, ...Object.fromEntries(exceptions) });
}
