import type { deposits as pt } from '../pt/deposits.ts';

export const deposits = {
  title: 'Deposits',
} satisfies typeof pt;
