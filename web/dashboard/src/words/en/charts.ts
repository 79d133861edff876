import type { charts as pt } from '../pt/charts.ts';

export const charts = {
  connect: 'TCP connect',
  dns: 'DNS',
  download: 'Response',
  reused: 'The connection was already open.',
  step: 'Step',
  time: 'Time',
  tls: 'TLS',
  total: 'Total',
  wait: 'Server wait',
  when: 'When',
} satisfies typeof pt;
