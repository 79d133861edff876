/** What can be made to fail: the calls of the Pix API, callbacks, and how refunds end. */
export const OPERATIONS = [
  'token',
  'put-cob',
  'get-cob',
  'patch-cob',
  'list-pix',
  'get-pix',
  'put-devolucao',
  'get-devolucao',
  'webhook',
  'callback',
  'settle-refund',
] as const;

export type Operation = (typeof OPERATIONS)[number];

/** Faults of a call. Those in the second line come after the work was done. */
const CALL_FAULTS = [
  ...(['400', '403', '404', '429', '500', '503', 'drop', 'slow'] as const),
  ...([
    '500-after',
    'timeout',
    'reset',
    'malformed',
    'huge',
    'contradictory',
    'unreadable-returns',
  ] as const),
] as const;

const LIST_FAULTS = ['page-twice', 'listed-twice', 'window-too-long', 'window-in-future'] as const;
const CALLBACK_FAULTS = ['repeat', 'reorder', 'forget'] as const;
const SETTLEMENT_FAULTS = ['fail', 'delay'] as const;

export const FAULTS = [
  ...CALL_FAULTS,
  ...LIST_FAULTS,
  ...CALLBACK_FAULTS,
  ...SETTLEMENT_FAULTS,
] as const;

export type FaultName = (typeof FAULTS)[number];

export type Fault = {
  readonly operation: Operation;
  readonly fault: FaultName;
  /** How long, for the faults that take time; the longest window that is accepted, or how far the bank's clock is behind. */
  readonly ms: number | null;
  /** Null where the fault is about every window. */
  readonly window: Window | null;
};

/** Of a list that is asked for, or that a fault is about; both ends included. */
export type Window = { readonly from: Date; readonly to: Date };

export function faultsOf(operation: Operation): readonly FaultName[] {
  if (operation === 'callback') return CALLBACK_FAULTS;
  if (operation === 'settle-refund') return SETTLEMENT_FAULTS;
  return operation === 'list-pix' ? [...CALL_FAULTS, ...LIST_FAULTS] : CALL_FAULTS;
}
