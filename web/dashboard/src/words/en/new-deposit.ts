import type { newDeposit as pt } from '../pt/new-deposit.ts';

export const newDeposit = {
  amount: 'Amount',
  amountRange: (min, max) => `Between ${min} and ${max}.`,
  create: 'Create deposit',
  credit: 'You receive',
  description: 'Description',
  descriptionHint: 'The payer sees this text.',
  expiresIn: 'Valid for',
  expiry: {
    '3600': '1 hour',
    '900': '15 minutes',
    '86400': '1 day',
    '604800': '7 days',
  },
  externalId: 'Your identifier',
  externalIdHint: 'For example the order number. It must be unique.',
  fee: 'Fee',
  hint: 'Makes a Pix code and a payment link to send to the payer.',
  pays: 'The payer pays',
  preview: 'Summary',
  title: 'New deposit',
} satisfies typeof pt;
