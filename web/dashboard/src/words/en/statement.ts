import type { statement as pt } from '../pt/statement.ts';

export const statement = {
  title: 'Statement',
} satisfies typeof pt;
