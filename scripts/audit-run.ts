/** npm run audit [-- --from <time>]: proves now, in full, that paid = credited = announced. */
import { openPool } from '@entrada/platform/db/pool';
import { isBankAway } from '../services/ledger/src/clients/bank-witness.ts';
import { openSigner } from '../services/ledger/src/clients/signing-key.ts';
import { openWitnesses } from '../services/ledger/src/clients/witnesses.ts';
import { loadConfig } from '../services/ledger/src/config.ts';
import { lineOf } from '../services/ledger/src/domain/violation.ts';
import type { AuditBooks, Tell } from '../services/ledger/src/ports.ts';
import { storePorts } from '../services/ledger/src/store/store-ports.ts';
import { auditCharges } from '../services/ledger/src/use-cases/audit-charges.ts';
import { auditEvents } from '../services/ledger/src/use-cases/audit-events.ts';
import { reconcileBank } from '../services/ledger/src/use-cases/reconcile-bank.ts';
import { verifyLedger } from '../services/ledger/src/use-cases/verify-ledger.ts';
import { readArguments, timeIn } from './operator/arguments.ts';
import { leave } from './operator/leave.ts';
import { ledgerEnv, operatorRuntime } from './operator/ledger-access.ts';
import { lookAt, sentenceOf } from './operator/sentence.ts';

const USAGE = `Usage: npm run audit [-- --from 2026-11-15T00:00:00Z]
Proves that paid = credited = announced, for the last day or since the time given, at the
earliest a day before the first entry. It needs the environment of the ledger, or npm start.`;
const DAY_MS = 24 * 60 * 60_000;
const STEP_MS = 60 * 60_000;
/** What is still on its way is no violation yet. */
const SETTLE_MS = 10_000;

const { values } = readArguments(USAGE, { options: { from: { type: 'string' } } });
const end = Date.now() - SETTLE_MS;
const asked = values.from === undefined ? end - DAY_MS : timeIn(values.from)?.getTime();
if (asked === undefined) leave('--from must be a time such as 2026-11-15T00:00:00Z.');
if (asked >= end) leave('--from must lie in the past, by more than ten seconds.');

const config = configIn(await ledgerEnv());
let violations = 0;
const tell: Tell = (violation) => {
  violations += 1;
  console.error(`VIOLATION: ${lineOf(violation)}`);
};
try {
  await audit(asked);
} catch (error) {
  leave(`The audit could not be finished: ${whyOf(error)}`);
}
console.log(violations === 0 ? 'All invariants hold.' : `${violations} violations.`);
process.exitCode = violations === 0 ? 0 : 1;

function whyOf(error: unknown): string {
  if (isBankAway(error)) return `${error.message}. ${lookAt('PROVIDER_URL')}`;
  const where = 'the environment of the ledger';
  return sentenceOf(error, { service: where, database: where });
}

function configIn(env: Parameters<typeof loadConfig>[0]) {
  try {
    return loadConfig(env);
  } catch (error) {
    return leave(
      `${(error as Error).message}\nSet the environment of the ledger, or run npm start first.`,
    );
  }
}

async function audit(since: number): Promise<void> {
  const runtime = operatorRuntime();
  await using resources = new AsyncDisposableStack();
  const pool = openPool(config.databaseUrl, { max: 4, log: runtime.log });
  resources.defer(() => pool.end());
  const witnesses = resources.use(openWitnesses(config, runtime));
  const ports = storePorts(pool);
  const needs = {
    ...ports,
    ...openSigner(config.signingKey),
    witnesses,
    now: () => new Date(),
  };
  for (const [name, witness] of Object.entries(witnesses)) {
    if (witness === null) console.log(`Not compared with ${name}: its address is not set.`);
  }
  const { accounts, links } = await verifyLedger(needs)(tell);
  console.log(`Walked the books: ${accounts} accounts, ${links} transactions.`);

  const from = await beginning(ports.books, since);
  const checks = [auditCharges, auditEvents, reconcileBank];
  for (let start = from; start < end; start += STEP_MS) {
    const window = { from: new Date(start), to: new Date(Math.min(end, start + STEP_MS)) };
    for (const check of checks) await check(needs)(window, tell);
  }
  console.log(`Compared ${new Date(from).toISOString()} to ${new Date(end).toISOString()}.`);
}

/** Years in which nothing was booked are left out, but for a day in which a credit may be missing. */
async function beginning(books: AuditBooks, since: number): Promise<number> {
  const first = (await books.firstAt())?.getTime() ?? end;
  const earliest = Math.min(first, end) - DAY_MS;
  if (since >= earliest) return since;
  console.log(`Nothing is booked before ${new Date(first).toISOString()}: a day before is enough.`);
  return earliest;
}
