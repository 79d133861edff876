import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { openAuditSources } from '../src/clients/audit-sources.ts';
import { loadConfig } from '../src/config.ts';
import { lineOf } from '../src/domain/violation.ts';
import { storePorts } from '../src/store/store-ports.ts';
import { auditCharges } from '../src/use-cases/audit-charges.ts';
import { auditEvents } from '../src/use-cases/audit-events.ts';
import { reconcileBank } from '../src/use-cases/reconcile-bank.ts';
import type { UnderTest } from './ledger-under-test.ts';

const HOUR_MS = 3_600_000;

/** Audits the last hour at once, against real sources, and gives back what was said. */
export async function auditNow(
  ledger: Pick<UnderTest, 'db'>,
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  const required = { DATABASE_URL_LEDGER: 'postgres://x', DATABASE_URL_EVENTS: 'postgres://x' };
  const config = loadConfig({ ...required, ...env });
  await using sources = openAuditSources(config, testRuntime('auditor'));
  const now = () => new Date(Date.now() + 1);
  const needs = { ...storePorts(ledger.db), sources, now };
  const window = { from: new Date(Date.now() - HOUR_MS), to: now() };
  const lines: string[] = [];
  for (const check of [auditCharges, auditEvents, reconcileBank]) {
    await check(needs)(window, (violation) => lines.push(lineOf(violation)));
  }
  return lines;
}
