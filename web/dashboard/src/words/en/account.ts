import type { account as pt } from '../pt/account.ts';

export const account = {
  title: 'Account',
} satisfies typeof pt;
