import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issued, LATER, publicKey } from '../../packages/client/test/issued-receipt.ts';
import { runCommand } from './run-operator.ts';

const KEY = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const AT = LATER.toISOString();

type Receipt = ReturnType<typeof issued>;

/** Of a credit of 4950 cents, of which the bank took 1000 back. */
const signedReceipt = () => issued({ byBank: true });

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
    expect.stringMatching(/^PROVEN: charge c1 credited 4950 cents to account /),
    `PROVEN: 1000 cents returned by the bank at ${AT} (reason given by the bank, not signed: MED_FRAUDE).`,
    '',
  ]);
});

test('a receipt with a changed return is not proven', async () => {
  const receipt = signedReceipt();
  const returns = receipt.returns.map((one) => ({ ...one, value: 70 }));

  const { stdout, code } = await verify({ success: true, receipt: { ...receipt, returns } });

  expect(code).toBe(1);
  expect(stdout).toBe(`NOT PROVEN: return 1 (${AT}): it is not what its transaction says.\n`);
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
