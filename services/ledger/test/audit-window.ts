import { setTimeout } from 'node:timers/promises';
import { testIdentityEnv } from '@entrada/platform/testing/identity';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { HOUR_MS } from '@entrada/platform/time/units';
import { eventKeyEnv } from '../../../test/harness/event-keys.ts';
import { openAuditSources } from '../src/clients/audit-sources.ts';
import { loadConfig } from '../src/config.ts';
import type { Window } from '../src/domain/statement.ts';
import { lineOf } from '../src/domain/violation.ts';
import type { AuditSources, Ports, Report } from '../src/ports.ts';
import { openStores } from '../src/store/stores.ts';
import { auditCharges } from '../src/use-cases/audit-charges.ts';
import { auditEvents } from '../src/use-cases/audit-events.ts';
import { reconcileBank } from '../src/use-cases/reconcile-bank.ts';
import { runReconciliation } from '../src/use-cases/run-audit.ts';
import type { UnderTest } from './ledger-under-test.ts';

type Env = Readonly<Record<string, string>>;

/**
 * Audits the last hour at once, against real sources, and gives back what was said. Where everything is settled, what is
 * missing stays missing, and nothing is waited for.
 */
export function auditNow(
  ledger: Pick<UnderTest, 'db'>,
  env: Env,
  { isSettled = false } = {},
): Promise<string[]> {
  return said(ledger, env, async (found, report) => {
    const needs = isSettled ? { ...found, pause: async () => {} } : found;
    const window = lastHour(needs);
    for (const check of [auditCharges, auditEvents, reconcileBank]) {
      await check(needs)(window, report);
    }
  });
}

/** The lines that have one of these ids. */
export function linesAbout(
  ids: Readonly<Record<string, string>> | undefined,
  lines: readonly string[],
): string[] {
  return lines.filter((line) => Object.values(ids ?? {}).some((id) => line.includes(id)));
}

/** Compares the charges of the last hour with the books; something happens when they were read and the books were not. */
export function auditChargesWhile(
  ledger: Pick<UnderTest, 'db'>,
  env: Env,
  happen: () => Promise<unknown>,
): Promise<string[]> {
  return said(ledger, env, async ({ sources, ...needs }, report) => {
    let hasHappened = false;
    async function* charges(window: Window) {
      for await (const page of sources.charges?.(window) ?? []) {
        if (!hasHappened) await happen();
        hasHappened = true;
        yield page;
      }
    }
    await auditCharges({ ...needs, sources: { ...sources, charges } })(lastHour(needs), report);
  });
}

const lastHour = ({ now }: Pick<Needs, 'now'>): Window => ({
  from: new Date(Date.now() - HOUR_MS),
  to: now(),
});

/** The whole daily reconciliation with the bank, however long ago the last one was. */
export function reconcileNow(ledger: Pick<UnderTest, 'db'>, env: Env): Promise<string[]> {
  return said(ledger, env, async (needs, report) => {
    await ledger.db.query("update job set due_at = now() where name = 'reconcile'");
    const audit = { everyMs: 1, lagMs: 0 };
    const reconcile = runReconciliation({ ...needs, audit });
    for (let isMore = true; isMore; ) ({ isMore } = await reconcile(report));
  });
}

type Needs = ReturnType<typeof openStores> & {
  readonly sources: AuditSources;
  readonly now: () => Date;
} & Pick<Ports, 'pause' | 'reportLate'>;

async function said(
  ledger: Pick<UnderTest, 'db'>,
  env: Env,
  work: (needs: Needs, report: Report) => Promise<void>,
): Promise<string[]> {
  const urls = { DATABASE_URL_LEDGER: 'postgres://x', DATABASE_URL_EVENTS: 'postgres://x' };
  const own = { ...testIdentityEnv('ledger'), ...eventKeyEnv('ledger'), MODE: 'test' };
  const config = loadConfig({ ...own, ...urls, ...env });
  const lines: string[] = [];
  await using sources = openAuditSources(config, testRuntime('ledger'), ({ from, to }) =>
    lines.push(`unread: ${from.toISOString()} to ${to.toISOString()}`),
  );
  const needs = {
    ...openStores(ledger.db),
    sources,
    now: () => new Date(Date.now() + 1),
    // What stays missing is waited for a third as long as in production.
    pause: (ms: number) => setTimeout(ms / 3),
    reportLate: (what: string, id: string) => lines.push(`late: ${what} ${id}`),
  };
  await work(needs, (violation) => lines.push(lineOf(violation)));
  return lines;
}
