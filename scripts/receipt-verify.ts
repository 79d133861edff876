/**
 * npm run receipt:verify -- receipt.json [--key <base64>]: checks a receipt without a network. The
 * file holds the receipt itself, or the whole answer of GET /api/deposit/:id/receipt.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Receipt, receiptProblem } from '../services/ledger/src/domain/receipt.ts';
import { readArguments } from './operator/arguments.ts';
import { leave } from './operator/leave.ts';
import { ledgerPublicKey } from './operator/ledger-access.ts';

const USAGE = `Usage: npm run receipt:verify -- receipt.json [--key <public key of the ledger>]
The file holds what GET /api/deposit/:paymentLinkId/receipt answered. While npm start runs here, its
key is taken; elsewhere give the one that npm run ledger:verify -- --key prints where the ledger runs.`;
const NO_KEY = `The public key of the ledger is not known here. Run npm run ledger:verify -- --key where the ledger
runs, and give what it prints as --key or in LEDGER_PUBLIC_KEY; or run npm start first, if the receipt is its own.`;

const { values, positionals } = readArguments(USAGE, {
  positionalsMax: 1,
  options: { key: { type: 'string' } },
});
const [file] = positionals;
if (!file) leave(USAGE);
if (!existsSync(file)) leave(`There is no file ${file}.\n${USAGE}`);
const publicKey = await ledgerPublicKey(values.key);
if (!publicKey) leave(NO_KEY);

const problem = await problemIn(file);
if (problem) {
  console.error(`NOT PROVEN: ${problem}.`);
  process.exitCode = 1;
}

async function problemIn(path: string): Promise<string | null> {
  try {
    const json = JSON.parse(await readFile(path, 'utf8'));
    if (typeof json !== 'object' || json === null) return 'the file holds no receipt';
    const receipt: Receipt = json.receipt ?? json;
    const found = publicKey && receiptProblem(receipt, publicKey);
    if (!found) console.log(summaryOf(receipt));
    return found;
  } catch (error) {
    return `the file is no receipt (${(error as Error).message})`;
  }
}

function summaryOf({ transaction, checkpoint }: Receipt): string {
  const credit = transaction.lines.find(({ account }) => account === 'available');
  return [
    `PROVEN: charge ${transaction.chargeId} credited ${credit?.amountCents ?? 0} cents`,
    `to account ${transaction.holderId} at ${transaction.at},`,
    `signed at ${checkpoint.signedAt} by key ${checkpoint.keyId}.`,
  ].join(' ');
}
