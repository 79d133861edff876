import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { signedByOneOf } from '../src/clients/signing-key.ts';
import { keyIdOf } from '../src/domain/checkpoint.ts';
import { digestOf, linkHash } from '../src/domain/link.ts';
import { lineOf } from '../src/domain/violation.ts';
import { openStores } from '../src/store/stores.ts';
import { verifyLedger } from '../src/use-cases/audit-books.ts';
import {
  completed,
  exceptional,
  holdOf,
  ledgerUnderTest,
  paidCharge,
  settled,
  type UnderTest,
} from './ledger-under-test.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const LEDGER_SIGNING_KEY = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');

let ledger: UnderTest;
const accountId = randomUUID();

/** A holder with every kind of movement, signed to the end of its chain. */
beforeEach(async () => {
  ledger = await ledgerUnderTest({ LEDGER_SIGNING_KEY, CHECKPOINT_EVERY_MS: '100' });
  const charges = [paidCharge({ accountId }), paidCharge({ accountId })];
  const [charge] = charges as [(typeof charges)[0]];
  const [exceptionId, unmatchedId] = [randomUUID(), randomUUID()];
  await ledger.publish(
    ...charges.map(completed),
    exceptional(charge, { exceptionId }),
    exceptional(null, { exceptionId: unmatchedId }),
  );
  await ledger.holds(accountId, 9900, 700);
  const refund = holdOf(charge, 400);
  await ledger.rpc.holdRefund(refund);
  await ledger.publish(settled(charge, refund));
  const decided = { reason: 'test' };
  await ledger.rpc.resolveSuspense({ exceptionId, decision: 'CREDIT', ...decided });
  await eventually(() =>
    ledger.rpc.resolveSuspense({
      exceptionId: unmatchedId,
      decision: 'CREDIT',
      accountId,
      ...decided,
    }),
  );
  await ledger.holds(accountId, 9900 - 400 + 1400);
  await eventually(async () => {
    const { rows } = await ledger.db.query(
      'select max(c.seq) = max(a.seq) and max(a.seq) = 7 as done from account a join checkpoint c using (holder_id) where holder_id = $1',
      [accountId],
    );
    return rows[0].done === true;
  });
});
afterEach(() => ledger[Symbol.asyncDispose]());

async function verified(): Promise<string[]> {
  const lines: string[] = [];
  const verify = verifyLedger({
    ...openStores(ledger.db),
    signatureProblem: signedByOneOf([publicKey]),
  });
  await verify((violation) => lines.push(lineOf(violation)));
  return lines;
}

/** Changes what only somebody with all rights over the database can change. */
async function corrupt(statement: string): Promise<void> {
  await ledger.service[Symbol.asyncDispose]();
  for (const table of ['entry', 'ledger_transaction']) {
    await ledger.db.query(`alter table ${table} disable trigger user`);
  }
  const { rowCount } = await ledger.db.query(statement, [accountId]);
  expect(rowCount).toBeGreaterThan(0);
}

test('books that nobody touched are sound', async () => {
  expect(await verified()).toEqual([]);
});

const DEPOSIT = `(select id from ledger_transaction where holder_id = $1 and kind = 'DEPOSIT' order by seq limit 1)`;
const transaction = (seq: number) =>
  `(select id from ledger_transaction where holder_id = $1 and seq = ${seq})`;

test.each<[string, RegExp, string]>([
  [
    'a credit is changed',
    /^I2: account .*, link \d, .*charge .*: expected sum 0, found sum 50/,
    `update entry set amount_cents = 5000 where transaction_id = ${DEPOSIT} and account = 'available'`,
  ],
  [
    'the platform’s side of a credit is changed',
    /^I2: account .*, link \d, .*charge .*: expected sum 0, found sum 1/,
    `update entry set amount_cents = amount_cents + 1 where transaction_id = ${DEPOSIT} and account = 'fees'`,
  ],
  [
    'a balance after an entry is changed',
    /^I3: account .*, link \d, .*charge .*: expected available 4950, found available 1/,
    `update entry set balance_cents = 1 where transaction_id = ${DEPOSIT} and account = 'available'`,
  ],
  [
    'money is moved from the fee to the holder, so that the sum is right',
    /^I3: account .*, link \d, .*charge .*: expected available 4960, found available 4950/,
    `update entry set amount_cents = amount_cents + case account when 'fees' then -10 else 10 end
      where transaction_id = ${DEPOSIT} and account in ('fees', 'available')`,
  ],
  [
    'a transaction is given to another charge',
    /^chain: account .*, link \d, .*charge 0+: expected hash .*, found hash/,
    `update ledger_transaction set charge_id = repeat('0', 24) where id = ${DEPOSIT}`,
  ],
  [
    'the time of a transaction is changed',
    /^chain: account .*, link \d,/,
    `update ledger_transaction set created_at = created_at - interval '1 ms' where id = ${DEPOSIT}`,
  ],
  [
    'an entry is removed',
    /^I2: account .*, link \d, .*charge .*: expected sum 0, found sum -50/,
    `delete from entry where transaction_id = ${DEPOSIT} and account = 'fees'`,
  ],
  [
    'a transaction is removed from the middle',
    /^chain: account .*: expected link 2, found link 3/,
    `with e as (delete from entry where transaction_id = ${transaction(2)})
     delete from ledger_transaction where id = ${transaction(2)}`,
  ],
  [
    'the last transaction is removed, and the account set back to the one before',
    /^chain: account .*: expected link 7, which we signed, found a chain that ends with link 6/,
    `with e as (delete from entry where transaction_id = ${transaction(7)} returning amount_cents, holder_id),
          t as (delete from ledger_transaction where id = ${transaction(7)})
     update account set seq = 6, available_cents = available_cents - 700,
            head = (select hash from ledger_transaction where holder_id = $1 and seq = 6)
      where holder_id = $1`,
  ],
  [
    'a balance is changed',
    /^I3: account .*: expected available 10900 by its entries, found 10901/,
    'update account set available_cents = available_cents + 1 where holder_id = $1',
  ],
  [
    'suspense is changed',
    /^I3: account .*: expected suspense 0 by its entries, found 1/,
    'update account set suspense_cents = suspense_cents + 1 where holder_id = $1',
  ],
  [
    'what is owed is changed',
    /^I3: account .*: expected owed 0 by its entries, found 1/,
    'update account set owed_cents = owed_cents + 1 where holder_id = $1',
  ],
  [
    'checkpoints are forged under a key that nobody knows',
    /^chain: account .*, checkpoint at link \d+: expected a signature of ours, found key 0123456789abcdef, which is not a known public key/,
    `update checkpoint set signature = decode(repeat('00', 64), 'hex'), key_id = '0123456789abcdef' where holder_id = $1`,
  ],
  [
    'a checkpoint is forged',
    /^chain: account .*, checkpoint at link \d+: expected a signature of ours/,
    `update checkpoint set signature = decode(repeat('00', 64), 'hex') where holder_id = $1`,
  ],
])('when %s, that is named', async (_what, line, statement) => {
  await corrupt(statement);

  const lines = await verified();
  expect(lines.filter((one) => one.includes(accountId))).toEqual([expect.stringMatching(line)]);
});

test('checkpoints of a key that was replaced are good while its public key is known, and each key’s are counted', async () => {
  const { publicKey: next } = generateKeyPairSync('ed25519');
  const stores = openStores(ledger.db);
  const lines: string[] = [];
  const report = (violation: Parameters<typeof lineOf>[0]) => lines.push(lineOf(violation));
  const verify = (keys: readonly (typeof next)[]) =>
    verifyLedger({ ...stores, signatureProblem: signedByOneOf(keys) })(report);

  const { signedByKey } = await verify([next, publicKey]);
  expect(lines).toEqual([]);
  expect(signedByKey.get(keyIdOf(publicKey))).toBeGreaterThan(0);
  await verify([next]);
  expect(lines.length).toBeGreaterThan(0);
});

test('the platform’s suspense is sound however often it was emptied and filled again', async () => {
  for (const round of [1, 2]) {
    const exceptionId = randomUUID();
    await ledger.publish(exceptional(null, { exceptionId, amountCents: 700 * round }));
    const decision = {
      exceptionId,
      decision: 'CREDIT',
      accountId,
      reason: 'test',
    };
    await eventually(() => ledger.rpc.resolveSuspense(decision));
  }
  await ledger.publish(exceptional(null));
  await eventually(async () =>
    expect((await ledger.rpc.listSuspense({ limit: 10 })).items).toHaveLength(1),
  );

  expect(await verified()).toEqual([]);
});

test('a chain that was rewritten so that every link fits is betrayed by the checkpoint', async () => {
  const range = { holderId: accountId, afterSeq: 5, toSeq: 7, limit: 2 };
  const [before, last] = await openStores(ledger.db).chain.links(range);
  if (!before || !last) throw new Error('no links');
  const reference = randomUUID();
  const hash = linkHash(before.hash, digestOf({ ...last, reference }));
  await corrupt('update ledger_transaction set trace_id = null where holder_id = $1');
  const rewrite = 'update ledger_transaction set reference = $2, hash = $3 where id = $1';
  await ledger.db.query(rewrite, [last.id, reference, hash]);
  await ledger.db.query('update account set head = $2 where holder_id = $1', [accountId, hash]);

  expect(await verified()).toEqual([
    expect.stringMatching(/checkpoint at link 7: expected hash .*, which we signed, found hash/),
  ]);
});

test('a broken link hides no later change of the balance', async () => {
  await corrupt(
    `update entry set amount_cents = 5000 where transaction_id = ${DEPOSIT} and account = 'available'`,
  );
  await ledger.db.query('update account set available_cents = 1 where holder_id = $1', [accountId]);

  expect(await verified()).toEqual([
    expect.stringMatching(/^I2: account .*: expected sum 0, found sum 50/),
    expect.stringMatching(/^I3: account .*: expected available 10900 by its entries, found 1/),
  ]);
});
