import { Topic } from '@entrada/contracts/topics';

type Hop = {
  readonly title: string;
  /** The process that measures it. */
  readonly service: 'charges' | 'ledger' | 'webhooks';
  readonly metric: string;
  readonly labels?: Readonly<Record<string, string>>;
};

const CHARGES = { topic: Topic.Charges };
const LEDGER = { topic: Topic.Ledger };

/**
 * The way of a payment to the first byte of its webhook. Each hop begins where the one before ends: an event is
 * published when its relay gives it to the event log, received when a consumer begins its batch.
 */
export const HOPS: readonly Hop[] = [
  { title: 'paid → detected', service: 'charges', metric: 'deposit_pay_to_detect_seconds' },
  {
    title: 'detected → confirmed',
    service: 'charges',
    metric: 'deposit_detect_to_confirm_seconds',
  },
  {
    title: 'confirmed → published',
    service: 'charges',
    metric: 'event_write_to_publish_seconds',
    labels: CHARGES,
  },
  {
    title: 'published → received by ledger',
    service: 'ledger',
    metric: 'event_publish_to_receive_seconds',
    labels: CHARGES,
  },
  { title: 'received → credited', service: 'ledger', metric: 'deposit_receive_to_credit_seconds' },
  {
    title: 'credited → published',
    service: 'ledger',
    metric: 'event_write_to_publish_seconds',
    labels: LEDGER,
  },
  {
    title: 'published → received by webhooks',
    service: 'webhooks',
    metric: 'event_publish_to_receive_seconds',
    labels: LEDGER,
  },
  {
    title: 'received → first byte',
    service: 'webhooks',
    metric: 'webhook_receive_to_first_byte_seconds',
  },
];
