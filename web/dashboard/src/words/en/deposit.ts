import type { deposit as pt } from '../pt/deposit.ts';

export const deposit = {
  title: 'Deposit',
} satisfies typeof pt;
