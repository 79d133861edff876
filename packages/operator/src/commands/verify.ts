import { usageError } from '@entrada/command-line/command-error';
import { lineOf, type Violation } from '@entrada/ledger/domain/violation';
import { chainVerifier } from '@entrada/ledger/service';
import { counted } from '@entrada/platform/text/counted';
import type { Command } from 'commander';
import { withDatabase } from '../access/databases.ts';
import { ledgerEnv, ledgerPublicKey } from '../access/ledger-env.ts';
import { type Act, type Context, examples, type Outcome } from '../command.ts';

const ABOUT = `Verifies every hash chain of the ledger, compares each with its signed checkpoints and its account, and names
what is broken: use it when you doubt the books, or after a restore. A checkpoint under a key that is
neither LEDGER_PUBLIC_KEY nor in LEDGER_PUBLIC_KEYS (earlier ones, separated by commas) is broken. It needs
DATABASE_URL_LEDGER and these keys; or npm start.`;

export function verify(program: Command, act: Act): void {
  program
    .command('verify')
    .summary("verify the ledger's hash chains")
    .description(ABOUT)
    .option('--key', 'only print the public key that receipts are signed with', false)
    .addHelpText('after', examples('verify', 'verify --key'))
    .action(act(run));
}

async function run(context: Context, { key }: { key: boolean }): Promise<Outcome> {
  const publicKey = await ledgerPublicKey(context);
  if (key) {
    if (!publicKey) {
      throw usageError('Set LEDGER_SIGNING_KEY (or LEDGER_PUBLIC_KEY), or run npm start first.');
    }
    const text = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    return { text, json: { publicKey: text } };
  }
  const found: Violation[] = [];
  const { LEDGER_PUBLIC_KEYS: earlierKeys } = await ledgerEnv(context);
  const { accounts, links, signedByKey } = await withDatabase(context, 'ledger', (pool) =>
    verifierOver(pool, { publicKey, earlierKeys })((violation) => found.push(violation)),
  );
  const violations = found.map(lineOf);
  return {
    text: [
      ...violations.map((line) => `BROKEN: ${line}`),
      ...[...signedByKey].map(
        ([keyId, count]) => `Key ${keyId} signed ${counted(count, 'checkpoint')}.`,
      ),
      ...(violations.length > 0
        ? []
        : [`Intact: ${counted(accounts, 'account')}, ${counted(links, 'transaction')}.`]),
    ],
    json: { accounts, links, violations, signedByKey: Object.fromEntries(signedByKey) },
    failed: violations.length > 0,
  };
}

function verifierOver(...given: Parameters<typeof chainVerifier>) {
  try {
    return chainVerifier(...given);
  } catch {
    throw usageError(
      'LEDGER_PUBLIC_KEYS must be public keys, SPKI in base64, separated by commas.',
    );
  }
}
