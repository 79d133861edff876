import { randomUUID, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Statement } from '@entrada/platform/approvals/decision';
import { signStatement } from '@entrada/platform/approvals/signature';
import { newAuthority } from '@entrada/platform/identity/authority';
import { issueToOperator } from '@entrada/platform/identity/certificate-folder';
import { testIdentity } from '@entrada/platform/testing/identity';
import { HOUR_MS } from '@entrada/platform/time/units';
import { Client } from 'pg';
import { connect } from '../src/access/services.ts';
import { approvalsUnderTest, refusal, WHY } from './approvals-under-test.ts';

let under: Awaited<ReturnType<typeof approvalsUnderTest>>;
beforeAll(async () => {
  under = await approvalsUnderTest();
});
afterAll(() => under[Symbol.asyncDispose]());

/** A statement as auth's own role, with what one person can sign alone. */
async function asAuthsRole(text: string, values: unknown[]): Promise<void> {
  const client = new Client({ connectionString: under.auth.appUrl });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

async function askedCredit() {
  const { asked, newAccount, suspended } = under;
  const [exceptionId, accountId] = [await suspended(), await newAccount()];
  const id = await asked('suspense', 'credit', exceptionId, '--account', accountId, ...WHY);
  const request = { exceptionId, decision: 'CREDIT', accountId, amountCents: 700 };
  return { id, accountId, credit: { ...request, reason: 'known payer', approvalId: id } };
}

/** A row of auth that says what it likes, with the signature under these credentials as its approval. */
async function forge(id: string, person: string, pem: { certificate: string; key: string } | null) {
  const { rows } = await under.auth.db.query('select * from approval where id = $1', [id]);
  const { decision, request, asked_by: askedBy } = rows[0];
  const statement: Statement = { step: 'APPROVE', approvalId: id, decision, request, askedBy };
  const credentials = pem && {
    certificate: Buffer.from(pem.certificate),
    key: Buffer.from(pem.key),
  };
  const signature = credentials && signStatement(credentials, statement, new Date());
  await asAuthsRole(
    `update approval set status = 'APPROVED', decided_by = $2, decided_at = now(), approved_signature = $3 where id = $1`,
    [id, person, signature],
  );
}

test("who writes to auth's database approves nothing alone: a row without the other person's signature is refused", async () => {
  const { anaAgain, as, availableCents } = under;
  using ledger = await connect(as(anaAgain), 'ledger');
  const unsigned = await askedCredit();
  await forge(unsigned.id, 'bruno', null);
  expect(await refusal(ledger.resolveSuspense(unsigned.credit))).toBe('approval_forged');

  const ownKey = {
    certificate: readFileSync(anaAgain.TLS_CERT_FILE ?? '', 'utf8'),
    key: readFileSync(anaAgain.TLS_KEY_FILE ?? '', 'utf8'),
  };
  const own = await askedCredit();
  await forge(own.id, 'bruno', ownKey);
  expect(await refusal(ledger.resolveSuspense(own.credit))).toBe('approval_forged');
  // As if bruno had asked, and ana approved.
  const invented = randomUUID();
  await asAuthsRole(
    `insert into approval (id, decision, request, asked_by, asked_signature, asked_at, expires_at)
     select $1, decision, request, 'bruno', asked_signature, asked_at, expires_at from approval where id = $2`,
    [invented, own.id],
  );
  await forge(invented, 'ana', ownKey);
  const credit = { ...own.credit, approvalId: invented };
  expect(await refusal(ledger.resolveSuspense(credit))).toBe('approval_forged');

  for (const { accountId } of [unsigned, own]) expect(await availableCents(accountId)).toBe(0);
});

test('the signature of one approval approves no other', async () => {
  const { anaAgain, bruno, as, approveOnly, availableCents } = under;
  using ledger = await connect(as(anaAgain), 'ledger');
  const [genuine, other] = [await askedCredit(), await askedCredit()];
  await approveOnly(bruno, genuine.id);
  await asAuthsRole(
    `update approval set status = 'APPROVED', decided_by = 'bruno', approved_signature =
       (select approved_signature from approval where id = $2) where id = $1`,
    [other.id, genuine.id],
  );
  expect(await refusal(ledger.resolveSuspense(other.credit))).toBe('approval_forged');
  expect(await availableCents(other.accountId)).toBe(0);
  await ledger.resolveSuspense(genuine.credit);
  expect(await availableCents(genuine.accountId)).toBe(700);
});

test('a certificate of another authority neither calls a service nor approves', async () => {
  const { anaAgain, as, availableCents } = under;
  const validity = { from: new Date(), until: new Date(Date.now() + HOUR_MS) };
  const foreign = await newAuthority('entrada operators-ca', validity);
  const bruno = await issueToOperator(foreign, { person: 'bruno', ...validity });
  const { id, accountId, credit } = await askedCredit();
  await forge(id, 'bruno', bruno);
  using ledger = await connect(as(anaAgain), 'ledger');
  expect(await refusal(ledger.resolveSuspense(credit))).toBe('approval_forged');
  expect(await availableCents(accountId)).toBe(0);
});

test('the approval of a person whose certificate was revoked since is refused', async () => {
  const { anaAgain, bruno, as, approveOnly, availableCents } = under;
  const { id, accountId, credit } = await askedCredit();
  await approveOnly(bruno, id);
  const { serialNumber } = new X509Certificate(readFileSync(bruno.TLS_CERT_FILE ?? ''));
  const identity = testIdentity('ledger');
  const before = identity.current();
  using ledger = await connect(as(anaAgain), 'ledger');
  identity.replace({ ...before, revoked: new Set([serialNumber]) });
  try {
    expect(await refusal(ledger.resolveSuspense(credit))).toBe('approval_forged');
  } finally {
    identity.replace(before);
  }
  expect(await availableCents(accountId)).toBe(0);
});
