import type { overview as pt } from '../pt/overview.ts';

export const overview = {
  title: 'Overview',
} satisfies typeof pt;
