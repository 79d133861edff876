/** npm run audit [-- --from <time>]: proves now, in full, that paid = credited = announced. */
import { openPool } from '@entrada/platform/db/pool';
import { openSigner } from '../services/ledger/src/clients/signing-key.ts';
import { openWitnesses } from '../services/ledger/src/clients/witnesses.ts';
import { loadConfig } from '../services/ledger/src/config.ts';
import { lineOf } from '../services/ledger/src/domain/violation.ts';
import type { Tell } from '../services/ledger/src/ports.ts';
import { storePorts } from '../services/ledger/src/store/store-ports.ts';
import { auditCharges } from '../services/ledger/src/use-cases/audit-charges.ts';
import { auditEvents } from '../services/ledger/src/use-cases/audit-events.ts';
import { reconcileBank } from '../services/ledger/src/use-cases/reconcile-bank.ts';
import { verifyLedger } from '../services/ledger/src/use-cases/verify-ledger.ts';
import { readArguments } from './operator/arguments.ts';
import { leave, ledgerEnv, operatorRuntime } from './operator/ledger-access.ts';

const USAGE = `Usage: npm run audit [-- --from 2026-11-15T00:00:00Z]
Proves that paid = credited = announced, for the last day or since the time given. It needs the
environment of the ledger, or npm start.`;
const DAY_MS = 24 * 60 * 60_000;
const STEP_MS = 60 * 60_000;
/** What is still on its way is no violation yet. */
const SETTLE_MS = 10_000;

const { values } = readArguments(USAGE, { options: { from: { type: 'string' } } });
const end = Date.now() - SETTLE_MS;
const from = values.from ? Date.parse(values.from) : end - DAY_MS;
if (Number.isNaN(from)) leave('--from must be a time such as 2026-11-15T00:00:00Z.');

const config = loadConfig(await ledgerEnv());
const runtime = operatorRuntime();
const pool = openPool(config.databaseUrl, { max: 4, log: runtime.log });
await using resources = new AsyncDisposableStack();
resources.defer(() => pool.end());
const witnesses = resources.use(openWitnesses(config, runtime));
const needs = {
  ...storePorts(pool),
  ...openSigner(config.signingKey),
  witnesses,
  now: () => new Date(),
};

let violations = 0;
const tell: Tell = (violation) => {
  violations += 1;
  console.error(`VIOLATION: ${lineOf(violation)}`);
};
for (const [name, witness] of Object.entries(witnesses)) {
  if (witness === null) console.log(`Not compared with ${name}: its address is not set.`);
}
const { accounts, links } = await verifyLedger(needs)(tell);
console.log(`Walked the books: ${accounts} accounts, ${links} transactions.`);
const checks = [auditCharges, auditEvents, reconcileBank];
for (let start = from; start < end; start += STEP_MS) {
  const window = { from: new Date(start), to: new Date(Math.min(end, start + STEP_MS)) };
  for (const check of checks) await check(needs)(window, tell);
}
console.log(`Compared ${new Date(from).toISOString()} to ${new Date(end).toISOString()}.`);
console.log(violations === 0 ? 'All invariants hold.' : `${violations} violations.`);
process.exitCode = violations === 0 ? 0 : 1;
