import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { book } from '../../services/ledger/src/domain/book.ts';
import { keyIdOf, signChainEnd } from '../../services/ledger/src/domain/checkpoint.ts';
import { digestOf, GENESIS } from '../../services/ledger/src/domain/link.ts';
import { linkProofOf } from '../../services/ledger/src/domain/link-proof.ts';
import { available, type Movement, settlement } from '../../services/ledger/src/domain/posting.ts';
import { type Receipt, receiptOf } from '../../services/ledger/src/domain/receipt.ts';
import { runCommand } from './run-operator.ts';

const AT = new Date('2026-11-15T12:00:00.000Z');
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const KEY = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const holderId = randomUUID();

function movement(kind: Movement['kind'], cents: number): Movement {
  return {
    id: randomUUID(),
    kind,
    holderId,
    chargeId: 'a'.repeat(24),
    paymentLinkId: null,
    endToEndId: null,
    reference: null,
    traceId: null,
    postings: [settlement(-cents), available(holderId, cents)],
  };
}

/** Of a credit of 4950 cents, of which the bank returned 700. */
function signedReceipt(): Receipt {
  const nothing = { availableCents: 0, suspenseCents: 0, owedCents: 0, heldCents: 0 };
  const empty = { ...nothing, seq: 0, head: GENESIS };
  const movements = [movement('DEPOSIT', 4950), movement('BANK_RETURN', -700)];
  const idOf = (subject: string, id: string) => `${subject} ${id}`;
  const accounts = [{ holderId, ...empty, movedAt: AT }];
  const { booked } = book(accounts, movements, { now: AT, idOf });
  const [credit, back] = booked;
  if (!credit || !back) throw new Error('not booked');
  const end = { holderId, seq: back.seq, hash: back.hash, signedAt: AT };
  const checkpoint = signChainEnd(end, { privateKey, keyId: keyIdOf(publicKey) });
  const proof = linkProofOf({ linked: back, previous: credit.hash, laterDigests: [], checkpoint });
  return receiptOf(
    linkProofOf({ linked: credit, previous: GENESIS, laterDigests: [digestOf(back)], checkpoint }),
    [{ proof, natureza: 'MED_FRAUDE' }],
  );
}

async function verify(content: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-receipt-'));
  const file = join(folder, 'receipt.json');
  writeFileSync(file, JSON.stringify(content));
  try {
    return await runCommand({}, 'receipt', 'verify', file, '--key', KEY);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a receipt is proven with each return that it lists', async () => {
  const { stdout, code } = await verify({ success: true, receipt: signedReceipt() });

  expect(code).toBe(0);
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^PROVEN: charge a{24} credited 4950 cents to account /),
    `PROVEN: 700 cents returned by the bank at ${AT.toISOString()} (reason given by the bank, not signed: MED_FRAUDE).`,
    '',
  ]);
});

test('a receipt with a changed return is not proven', async () => {
  const receipt = signedReceipt();
  const returns = receipt.returns.map((one) => ({ ...one, value: 70 }));

  const { stdout, code } = await verify({ success: true, receipt: { ...receipt, returns } });

  expect(code).toBe(1);
  expect(stdout).toBe(
    `NOT PROVEN: return 1 (${AT.toISOString()}): it is not what its transaction says.\n`,
  );
});

test.each<[string, (transaction: Receipt['transaction']) => object]>([
  [
    'a line that moved into another field',
    ({ lines: [hidden, ...lines] }) => ({
      reference: `-\n${hidden?.account} - ${hidden?.amountCents} -`,
      lines,
    }),
  ],
  ['a dash instead of nothing', () => ({ reference: '-' })],
  [
    'an amount in words',
    ({ lines }) => ({
      lines: lines.map((line) => ({ ...line, amountCents: String(line.amountCents) })),
    }),
  ],
])('a receipt with %s has the signed text and is still not proven', async (_what, change) => {
  const { transaction, ...receipt } = signedReceipt();

  const changed = { ...receipt, transaction: { ...transaction, ...change(transaction) } };
  const { stdout, code } = await verify({ success: true, receipt: changed });

  expect({ stdout, code }).toEqual({
    stdout: 'NOT PROVEN: its fields are missing or malformed.\n',
    code: 1,
  });
});

test.each([
  [null, 'the file contains no receipt'],
  [
    { success: false, error: 'Service unavailable', code: 'unavailable' },
    'the file has no receipt but the reply of a failed request (unavailable: Service unavailable)',
  ],
])('a file with %j is said to hold no receipt', async (content, problem) => {
  const stdout = `NOT PROVEN: ${problem}.\n`;
  expect(await verify(content)).toEqual({ stdout, stderr: '', code: 1 });
});
