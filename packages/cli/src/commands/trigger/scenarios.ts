import type { Calls } from '@entrada/client/gen/api';

type Payer = Calls['POST /api/sandbox/pay']['body']['scenario'];
export type Scenario = {
  /** What the payer of the sandbox is asked to do. */
  readonly payer: Payer;
  /** Seconds; default: that of the deployment. */
  readonly expiresIn?: number;
  /** The bank takes the money back afterwards. */
  readonly isReturned?: true;
  /** What the account's receivers get. */
  readonly events: readonly string[];
};
export type ScenarioName = 'paid' | 'late' | 'twice' | 'underpaid' | 'returned';

const SUCCESS = 'DEPOSIT_ASSET_SUCCESS';
const EXCEPTION = 'DEPOSIT_ASSET_EXCEPTION';
const SOONEST_EXPIRY_SECONDS = 60;

export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = {
  paid: { payer: 'pay', events: [SUCCESS] },
  late: {
    payer: 'late',
    expiresIn: SOONEST_EXPIRY_SECONDS,
    events: ['DEPOSIT_ASSET_EXPIRED', SUCCESS],
  },
  twice: { payer: 'twice', events: [SUCCESS, EXCEPTION] },
  underpaid: { payer: 'too_little', events: [EXCEPTION] },
  returned: { payer: 'pay', isReturned: true, events: [SUCCESS, 'DEPOSIT_ASSET_REFUNDED'] },
};
