import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ProgramCommand } from '@entrada/command-line/command';
import { usageError } from '@entrada/command-line/command-error';
import { type Receipt, receiptProblem } from '@entrada/ledger/receipt';
import { ledgerPublicKey } from '../access/ledger.ts';
import type { Act, Context, Outcome } from '../command.ts';

const ABOUT = `Checks offline that the ledger has signed the credit of a receipt and each return that it lists. The
file contains the reply of GET /api/deposit/:paymentLinkId/receipt. Give the key that operator verify --key prints as
--key or in LEDGER_PUBLIC_KEY; without one the ledger is asked for it.`;

export function receipt(program: ProgramCommand, act: Act): void {
  program
    .command('receipt')
    .summary('check receipts')
    .description('Checks receipts of credits.')
    .examples('receipt verify receipt.json')
    .command('verify')
    .summary('check a receipt offline')
    .description(ABOUT)
    .argument('<file>', 'the receipt')
    .option('--key <base64>', 'the public key of the ledger')
    .examples('receipt verify receipt.json --key <public key>')
    .action(act(run));
}

async function run(context: Context, file: string, { key }: { key?: string }): Promise<Outcome> {
  const text = await readFile(file, 'utf8').catch(({ message }: Error) => {
    throw usageError(`The receipt cannot be read: ${message}. Name a file that contains one.`);
  });
  const publicKey = await ledgerPublicKey(context, key);
  const { problem, found } = check(text, publicKey);
  if (!found)
    return { text: `NOT PROVEN: ${problem}.`, json: { proven: false, problem }, failed: true };
  const { transaction, checkpoint } = found;
  const credit = transaction.lines.find(({ account }) => account === 'available');
  const proven = [
    `PROVEN: charge ${transaction.chargeId} credited ${credit?.amountCents ?? 0} cents`,
    `to account ${transaction.holderId} at ${transaction.at},`,
    `signed at ${checkpoint.signedAt} by key ${checkpoint.keyId}.`,
  ].join(' ');
  return {
    text: [proven, ...returnLines(found)].join('\n'),
    json: { proven: true, receipt: found },
  };
}

function returnLines({ returns, hasMoreReturns }: Receipt): string[] {
  const lines = returns.map(({ value, origin, natureza, at }) => {
    const reason = natureza === null ? '' : ` (reason given by the bank, not signed: ${natureza})`;
    const by = origin === 'BANK' ? 'returned by the bank' : 'refunded';
    return `PROVEN: ${value} cents ${by} at ${at}${reason}.`;
  });
  return hasMoreReturns ? [...lines, 'There are more returns than the receipt lists.'] : lines;
}

type Verdict = { readonly problem: string | null; readonly found: Receipt | null };

function check(text: string, publicKey: KeyObject): Verdict {
  try {
    const json = JSON.parse(text);
    if (typeof json !== 'object' || json === null) {
      return { problem: 'the file contains no receipt', found: null };
    }
    if (json.success === false) {
      const problem = `the file has no receipt but the reply of a failed request (${json.code}: ${json.error})`;
      return { problem, found: null };
    }
    const found: Receipt = json.receipt ?? json;
    const problem = receiptProblem(found, publicKey);
    return { problem, found: problem ? null : found };
  } catch (error) {
    return { problem: `the file is not a receipt (${(error as Error).message})`, found: null };
  }
}
