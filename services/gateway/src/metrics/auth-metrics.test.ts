import { Registry } from 'prom-client';
import { audited } from '../use-cases/audited.ts';
import { countLostLines } from './gateway-metrics.ts';

const BY = { accountId: 'account', requester: {} };
const CHANGE = {
  action: 'webhook.tested',
  subject: 'webhook:1',
  act: async () => 'done',
} as const;

test('a line about a change that the audit log does not take is counted, and the change stands', async () => {
  const metrics = new Registry();
  const failed: string[] = [];
  const auditFailed = countLostLines(({ action }) => failed.push(action), metrics);
  const recordAudit = async ({ action }: { readonly action: string }) => {
    if (action === 'webhook.tested') throw new Error('auth is unavailable');
  };
  expect(await metrics.metrics()).toContain('audit_lines_lost_total 0');

  expect(await audited({ recordAudit, auditFailed })(BY, CHANGE)).toBe('done');

  expect(failed).toEqual(['webhook.tested']);
  expect(await metrics.metrics()).toContain('audit_lines_lost_total 1');
});
