import type { Stage } from './stage.ts';

/** An alert that fires, with those of its labels that tell whose fault it is. */
export type ExpectedAlert = { readonly alertname: string } & Readonly<Record<string, string>>;

export type Fault = {
  readonly title: string;
  readonly make: (stage: Stage) => Promise<void>;
  /** What fires while it lasts. */
  readonly alerts: readonly ExpectedAlert[];
  readonly end?: (stage: Stage) => Promise<void>;
  /** What fires only once it is over, because only then what was late arrives. */
  readonly alertsAfter?: readonly ExpectedAlert[];
};

/** Without labels of its own. */
export const alert = (alertname: string): ExpectedAlert => ({ alertname });

/** All that a fault makes fire. */
export const alertsOf = ({ alerts, alertsAfter = [] }: Fault) => [...alerts, ...alertsAfter];

const creates = 'http_route="/api/deposit",http_request_method="POST",error_type="ours"';
const queries =
  'http_route="/api/deposit/:paymentLinkId",http_request_method="GET",error_type="ours"';
const requests = (labels: string) => `sum(http_server_request_duration_seconds_count{${labels}})`;
const late = (histogram: string) => `sum(${histogram}_count) - sum(${histogram}_bucket{le="5"})`;

/**
 * One late reply of a busy machine keeps these firing for minutes or hours, so that they may fire before the fault. What they
 * count must then have become more by it. That they can be quiet is shown by promtool.
 */
export const COUNTED: Readonly<Record<string, string>> = {
  DepositCreateBurn: requests(creates),
  DepositCreateBurnSlow: requests(creates),
  QueryBurn: requests(queries),
  QueryBurnSlow: requests(queries),
  CreditSlow: late('deposit_confirm_to_credit_seconds'),
  FirstAttemptSlow: late('webhook_credit_to_first_attempt_seconds'),
  RateLimitLocal: 'sum(ratelimit_decisions_total{backend="memory"})',
};
