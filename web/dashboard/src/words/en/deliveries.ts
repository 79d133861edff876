import type { deliveries as pt } from '../pt/deliveries.ts';

export const deliveries = {
  title: 'Delivery',
} satisfies typeof pt;
