import type { newDeposit as pt } from '../pt/new-deposit.ts';

export const newDeposit = {
  title: 'New deposit',
} satisfies typeof pt;
