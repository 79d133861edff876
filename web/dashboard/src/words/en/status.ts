import type { status as pt } from '../pt/status.ts';

export const status = {
  charge: {
    PENDING: 'Pending',
    COMPLETED: 'Paid',
    EXPIRED: 'Expired',
    CANCELED: 'Canceled',
  },
  delivery: {
    PENDING: 'Queued',
    HELD: 'Held',
    DELIVERED: 'Delivered',
    EXHAUSTED: 'Failed',
    ABANDONED: 'Abandoned',
  },
  endpoint: {
    ENABLED: 'Enabled',
    DISABLED: 'Disabled',
    GONE: 'Removed by receiver',
    FAILING: 'Failing',
  },
  refund: {
    PROCESSING: 'Processing',
    SETTLED: 'Refunded',
    FAILED: 'Failed',
  },
} satisfies typeof pt;
