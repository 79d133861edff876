/** npm run ledger:verify: walks every hash chain of the ledger and names the first broken link. */
import { openPool } from '@entrada/platform/db/pool';
import { signedBy } from '../services/ledger/src/clients/signing-key.ts';
import { lineOf, type Violation } from '../services/ledger/src/domain/violation.ts';
import { chainStore } from '../services/ledger/src/store/chain-store.ts';
import { verifyLedger } from '../services/ledger/src/use-cases/verify-ledger.ts';
import { readArguments } from './operator/arguments.ts';
import { leave } from './operator/leave.ts';
import { ledgerEnv, ledgerPublicKey, operatorRuntime } from './operator/ledger-access.ts';
import { sentenceOf } from './operator/sentence.ts';

const USAGE = `Usage:
  npm run ledger:verify             walks every hash chain of the ledger
  npm run ledger:verify -- --key    prints the public key that its receipts are signed with
Set DATABASE_URL_LEDGER and LEDGER_PUBLIC_KEY, or run npm start first.`;

const { values } = readArguments(USAGE, { options: { key: { type: 'boolean' } } });
const publicKey = await ledgerPublicKey();
if (values.key) {
  if (!publicKey) leave('Set LEDGER_SIGNING_KEY (or LEDGER_PUBLIC_KEY), or run npm start first.');
  console.log(publicKey.export({ type: 'spki', format: 'der' }).toString('base64'));
  process.exit(0);
}
const { DATABASE_URL_LEDGER: url } = await ledgerEnv();
if (!url) leave('Set DATABASE_URL_LEDGER, or run npm start first.');

const pool = openPool(url, { max: 2, log: operatorRuntime().log });
try {
  const isOurs = publicKey ? signedBy(publicKey) : () => true;
  const violations: Violation[] = [];
  const verify = verifyLedger({ chain: chainStore(pool), isOurs });
  const { accounts, links } = await verify((violation) => violations.push(violation));
  for (const violation of violations) console.error(`BROKEN: ${lineOf(violation)}`);
  if (!publicKey) console.log('Signatures were not checked: set LEDGER_PUBLIC_KEY.');
  if (violations.length > 0) process.exitCode = 1;
  else console.log(`Sound: ${accounts} accounts, ${links} transactions.`);
} catch (error) {
  leave(`The books could not be read: ${sentenceOf(error, { database: 'DATABASE_URL_LEDGER' })}`);
} finally {
  await pool.end();
}
