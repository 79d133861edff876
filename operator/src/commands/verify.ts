import type { ProgramCommand } from '@entrada/command-line/command';
import { counted } from '@entrada/platform/text/counted';
import { ledgerPublicKey } from '../access/ledger.ts';
import { connect, requireLedger } from '../access/services.ts';
import type { Act, Context, Outcome } from '../command.ts';

const ABOUT = `Verifies every hash chain of the ledger, compares each with its signed checkpoints and its account, and names
what is broken: use it when you doubt the books, or after a restore. A checkpoint under a key that is
neither LEDGER_SIGNING_KEY nor in LEDGER_PUBLIC_KEYS of the ledger is broken.`;
const TIMEOUT_MS = 60 * 60_000;

export function verify(program: ProgramCommand, act: Act): void {
  program
    .command('verify')
    .summary("verify the ledger's hash chains")
    .description(ABOUT)
    .option('--key', 'only print the public key that receipts are signed with', false)
    .examples('verify', 'verify --key')
    .action(act(run));
}

async function run(context: Context, { key }: { key: boolean }): Promise<Outcome> {
  if (key) {
    const publicKey = await ledgerPublicKey(context);
    const text = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    return { text, json: { publicKey: text } };
  }
  await requireLedger(context);
  using ledger = await connect(context, 'ledger', TIMEOUT_MS);
  const { accounts, links, violations, violationsCount, signed } = await ledger.verifyBooks({});
  return {
    text: [
      ...violations.map((line) => `BROKEN: ${line}`),
      ...(violationsCount > violations.length ? [`${violationsCount} in all.`] : []),
      ...signed.map(({ keyId, count }) => `Key ${keyId} signed ${counted(count, 'checkpoint')}.`),
      ...(violationsCount > 0
        ? []
        : [`Intact: ${counted(accounts, 'account')}, ${counted(links, 'transaction')}.`]),
    ],
    json: {
      ...{ accounts, links, violations },
      signedByKey: Object.fromEntries(signed.map(({ keyId, count }) => [keyId, count])),
    },
    failed: violationsCount > 0,
  };
}
