import type { ChargeFilter } from '../domain/views.ts';

/** SQL of one condition; `parameter` takes a value and gives its place. */
export type Condition = (parameter: (value: unknown) => string) => string;

/** One condition for each part of a filter that is there, so that the planner sees only those. */
export function chargeConditions(filter: ChargeFilter): readonly Condition[] {
  const { accountId, status, externalId, from, to } = filter;
  return [
    (parameter) => `account_id = ${parameter(accountId)}`,
    ...when(status, 'status ='),
    ...when(externalId, 'external_id ='),
    ...when(from, 'created_at >='),
    ...when(to, 'created_at <'),
  ];
}

function when(value: unknown, comparison: string): readonly Condition[] {
  return value === null ? [] : [(parameter) => `${comparison} ${parameter(value)}`];
}
