import type { keys as pt } from '../pt/keys.ts';

export const keys = {
  title: 'API keys',
} satisfies typeof pt;
