import { randomUUID, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Statement } from '@entrada/approvals/decision';
import { signStatement } from '@entrada/approvals/signature';
import { newAuthority } from '@entrada/platform/identity/authority';
import {
  issueToOperator,
  operatorsAuthorityIn,
} from '@entrada/platform/identity/certificate-folder';
import { forTests } from '@entrada/platform/testing/for-tests';
import { certificateFolder, testIdentity } from '@entrada/platform/testing/identity';
import { DAY_MS, HOUR_MS } from '@entrada/platform/time/units';
import { Client } from 'pg';
import { connect } from '../src/access/services.ts';
import { ANA, approvalsUnderTest, refusal, WHY } from './approvals-under-test.ts';

const under = forTests(() => approvalsUnderTest());

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

test('what was approved is not rejected any more, and what was rejected before is not revived', async () => {
  const { anaAgain, bruno, run, as, approveOnly, availableCents } = under;
  const why = ['--reason', 'wrong account'];
  using ledger = await connect(as(anaAgain), 'ledger');
  const approved = await askedCredit();
  await approveOnly(bruno, approved.id);
  for (const person of [ANA, bruno]) {
    expect(await run(person, 'reject', approved.id, ...why)).toEqual({
      out: expect.stringContaining('cannot be rejected any more'),
      code: 1,
    });
  }
  await ledger.resolveSuspense(approved.credit);
  expect(await availableCents(approved.accountId)).toBe(700);

  const rejected = await askedCredit();
  expect(await run(bruno, 'reject', rejected.id, ...why)).toMatchObject({ code: 0 });
  expect(await refusal(approveOnly(bruno, rejected.id))).toBe('approval_rejected');
  await asAuthsRole(`update approval set status = 'APPROVED', decided_by = 'bruno' where id = $1`, [
    rejected.id,
  ]);
  expect(await refusal(ledger.resolveSuspense(rejected.credit))).toBe('approval_forged');
  expect(await availableCents(rejected.accountId)).toBe(0);
});

test("a row of auth that says 'carried out before' lets no third person carry it out", async () => {
  const { bruno, carla, as, approveOnly, availableCents } = under;
  const { id, accountId, credit } = await askedCredit();
  await approveOnly(bruno, id);
  await asAuthsRole(`update approval set done_by = '{ledger}' where id = $1`, [id]);
  using ledger = await connect(as(carla), 'ledger');

  expect(await refusal(ledger.resolveSuspense(credit))).toBe('approval_forged');
  expect(await availableCents(accountId)).toBe(0);
});

test('an approval of days ago is good for one of both, and only where the ledger itself was restored to a time before it', async () => {
  const { bruno, carla, as, ledger, availableCents } = under;
  const { id: recent, accountId, credit } = await askedCredit();
  const id = randomUUID();
  const signedAt = new Date(Date.now() - 3 * DAY_MS);
  const { rows } = await under.auth.db.query('select request from approval where id = $1', [
    recent,
  ]);
  const { request } = rows[0];
  const about = { approvalId: id, decision: 'ResolveSuspense', request, askedBy: 'ana' };
  const authority = await operatorsAuthorityIn(certificateFolder());
  if (!authority) throw new Error('no authority');
  const sign = async (step: Statement['step'], person: string) => {
    const validity = { from: signedAt, until: new Date(signedAt.getTime() + HOUR_MS) };
    const { certificate, key } = await issueToOperator(authority, { person, ...validity });
    const pem = { certificate: Buffer.from(certificate), key: Buffer.from(key) };
    return signStatement(pem, { step, ...about }, signedAt);
  };
  await asAuthsRole(
    `insert into approval (id, decision, request, asked_by, asked_signature, asked_at, expires_at)
     values ($1, 'ResolveSuspense', $2, 'ana', $3, $4::timestamptz, $4::timestamptz + interval '1 day')`,
    [id, request, await sign('ASK', 'ana'), signedAt],
  );
  await asAuthsRole(
    `update approval set status = 'APPROVED', decided_by = 'bruno', approved_signature = $2, done_by = '{ledger}'
      where id = $1`,
    [id, await sign('APPROVE', 'bruno')],
  );
  const restored = (toDaysAgo: number, daysAgo: number) =>
    ledger.db.query(
      `insert into restore (restored_to, noted_at)
       values (now() - $1 * interval '1 day', now() - $2 * interval '1 day')`,
      [toDaysAgo, daysAgo],
    );
  const tried = async (person: typeof bruno) => {
    using client = await connect(as(person), 'ledger');
    return await refusal(client.resolveSuspense({ ...credit, approvalId: id }));
  };

  expect(await tried(bruno)).toBe('approval_forged');
  // Before the approval, and after its day.
  await restored(5, 4);
  await restored(1, 0);
  expect(await tried(bruno)).toBe('approval_forged');
  await restored(3.5, 0);
  expect(await tried(carla)).toBe('approval_forged');
  expect(await availableCents(accountId)).toBe(0);
  expect(await tried(bruno)).toBe(null);
  expect(await availableCents(accountId)).toBe(700);
});
