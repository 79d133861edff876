import type { overview as pt } from '../pt/overview.ts';

export const overview = {
  attention: 'Needs attention',
  attentionDisabled: (name) => `The webhook “${name}” is stopped.`,
  attentionFailed: (name, count) =>
    count === 1
      ? `1 delivery failed at the webhook “${name}” in the last 24 h.`
      : `${count} deliveries failed at the webhook “${name}” in the last 24 h.`,
  attentionSuspense: (amount) => `${amount} under review: payments that do not match a deposit.`,
  available: 'Available balance',
  created: 'Created',
  createdValue: 'Created',
  credited: 'Credited',
  fee: 'Fees',
  funnel: 'From deposit to webhook',
  notified: 'Notified by webhook',
  owed: 'Owed, repaid from your next credits',
  paid: 'Paid',
  paidValue: 'Paid',
  parts: { charges: 'deposits', ledger: 'balance', webhooks: 'webhooks' },
  range: 'Period',
  recent: 'Latest deposits',
  refunded: 'Refunded',
  seeAll: 'See all',
  start: {
    deposit: 'Create a deposit',
    depositHint: 'With this command, or with the button.',
    done: 'Done',
    hint: 'Four steps to your first Pix payment with a webhook.',
    key: 'Create an API key',
    keyHint: 'It is shown once only.',
    pay: 'Pay it in the sandbox bank',
    payHint: 'Open the deposit and choose a payer.',
    title: 'Start here',
    webhook: 'Add a webhook',
    webhookHint: 'It notifies your system of each payment at once.',
  },
  suspense: 'Under review',
  title: 'Overview',
  volume: 'Volume',
  volumeLabel: 'Value created and paid per period',
  confirmEmail: (email: string) =>
    `Open the link that we sent to ${email}, so that we know our notices reach you.`,
  sendAgain: 'Send again',
} satisfies typeof pt;
