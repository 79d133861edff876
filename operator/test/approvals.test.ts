import { randomUUID } from 'node:crypto';
import { forTests } from '@entrada/platform/testing/for-tests';
import { connect } from '../src/access/services.ts';
import { ANA, approvalsUnderTest, refusal, WHY } from './approvals-under-test.ts';

const under = forTests(() => approvalsUnderTest());

test('money leaves suspense when another person approves it, once, and the audit log names both', async () => {
  const { auth, bruno, carla, run, approve, asked, newAccount, suspended, availableCents } = under;
  const [exceptionId, accountId] = [await suspended(), await newAccount()];
  const credit = ['suspense', 'credit', exceptionId, '--account', accountId, ...WHY];
  const first = await run(ANA, ...credit);
  const id = await asked(...credit);
  expect(first).toEqual({ out: expect.stringContaining(`operator approve ${id}\n`), code: 3 });
  expect(await availableCents(accountId)).toBe(0);
  expect((await run(bruno, 'approvals')).out).toContain(`${id}  PENDING  asked by ana`);
  const unconfirmed = await run(bruno, 'approve', id);
  expect(unconfirmed).toEqual({ out: expect.stringContaining('Nothing was done.'), code: 1 });
  expect(unconfirmed.out).toContain(
    `R$ 7.00 of the suspended payment ${exceptionId} is credited to account ${accountId}. It is final.`,
  );
  expect(unconfirmed.out).toContain(': known payer\n');
  expect(await approve(bruno, id)).toEqual({ out: expect.stringContaining('CREDITED'), code: 0 });

  expect(await availableCents(accountId)).toBe(700);
  const again = { out: expect.stringContaining('This approval has been used'), code: 1 };
  expect(await approve(bruno, id)).toEqual(again);
  expect(await approve(carla, id)).toEqual(again);
  expect(await availableCents(accountId)).toBe(700);
  const { rows } = await auth.db.query(
    `select actor, action, detail::jsonb ->> 'askedBy' as asked, detail::jsonb ->> 'approvedBy' as approved
       from audit_entry where subject in ($1, $2) order by seq`,
    [`approval:${id}`, `exception:${exceptionId}`],
  );
  expect(rows).toEqual([
    { actor: 'operator:ana', action: 'approval.asked', asked: 'ana', approved: null },
    { actor: 'operator:bruno', action: 'approval.approved', asked: 'ana', approved: null },
    { actor: 'operator:bruno@ledger', action: 'suspense.credit', asked: 'ana', approved: 'bruno' },
  ]);
  expect((await run(ANA, 'approvals')).out).not.toContain(id);
  expect((await run(ANA, 'approvals', 'list', '--all')).out).toContain(`${id}  DONE`);
});

test('nobody approves what they asked for, also with another certificate of the same name', async () => {
  const { auth, anaAgain, as, approve, asked, newAccount, frozenAt } = under;
  const accountId = await newAccount();
  const id = await asked('account', 'freeze', accountId, ...WHY);

  for (const same of [ANA, anaAgain]) {
    expect(await approve(same, id)).toEqual({
      out: 'You asked for this decision: another person has to approve it.\n',
      code: 1,
    });
  }
  using own = await connect(as(anaAgain), 'auth');
  const freeze = { accountId, frozen: true, reason: 'known payer' };
  expect(await refusal(own.setFrozen({ ...freeze, approvalId: id }))).toBe('approval_pending');
  expect(await refusal(own.setFrozen(freeze))).toBe('approval_required');
  const direct = `update approval set status = 'APPROVED', decided_by = 'ana' where id = $1`;
  await expect(auth.db.query(direct, [id])).rejects.toThrow(/check constraint/);
  expect(await frozenAt(accountId)).toBe('');
});

test('a freeze and its end are approved one by one, each is carried out once', async () => {
  const { bruno, carla, run, as, approve, asked, newAccount, frozenAt } = under;
  const accountId = await newAccount();
  const frozen = async () => (await frozenAt(accountId)) !== '';
  const freeze = await asked('account', 'freeze', accountId, ...WHY);
  expect((await run(bruno, 'approvals', 'show', freeze)).out).toMatch(
    /^Freezes account .* \(Shop, /,
  );
  expect((await approve(bruno, freeze)).code).toBe(0);
  expect(await frozen()).toBe(true);

  const unfreeze = await asked('account', 'unfreeze', accountId, ...WHY);
  expect((await approve(carla, unfreeze)).code).toBe(0);
  expect(await frozen()).toBe(false);
  using auth2 = await connect(as(bruno), 'auth');
  const again = { accountId, frozen: true, reason: 'known payer', approvalId: freeze };
  expect(await refusal(auth2.setFrozen(again))).toBe('approval_used');
  expect(await frozen()).toBe(false);
});

test('terms are set as they were approved: other values, other accounts and other people are refused', async () => {
  const { charges, bruno, carla, as, approve, approveOnly, asked, newAccount } = under;
  const [accountId, other] = [await newAccount(), await newAccount()];
  const id = await asked('terms', 'set', accountId, '--fee-bps', '50', '--fee-fixed', '0', ...WHY);
  using atCharges = await connect(as(bruno), 'charges');
  using carlas = await connect(as(carla), 'charges');
  const terms = { accountId, feeBasisPoints: 50, feeFixedCents: 0, reason: 'known payer' };
  const request = { ...terms, approvalId: id };
  expect(await refusal(atCharges.setTerms(terms))).toBe('approval_required');
  expect(await refusal(atCharges.setTerms(request))).toBe('approval_pending');
  await approveOnly(bruno, id);

  const altered = [
    { feeBasisPoints: 51 },
    { feeFixedCents: 1 },
    { accountId: other },
    { defaults: ['valueMinCents'] },
    { from: new Date(Date.now() + 3_600_000).toISOString() },
    { reason: 'another' },
  ];
  for (const change of altered) {
    expect(await refusal(atCharges.setTerms({ ...request, ...change }))).toBe('approval_altered');
  }
  expect(await refusal(carlas.setTerms(request))).toBe('approval_foreign');
  const unknown = { ...request, approvalId: randomUUID() };
  expect(await refusal(atCharges.setTerms(unknown))).toBe('not_found');
  expect((await charges.rpc.listTerms({ accountId })).versions).toEqual([]);

  expect((await approve(bruno, id)).out).toContain('fee 50 bps + 0 cents');
  expect(await refusal(atCharges.setTerms(request))).toBe('approval_used');
  // As a restore would.
  await charges.db.query('delete from used_approval where id = $1', [id]);
  expect(await refusal(atCharges.setTerms(request))).toBe('approval_used');
  const { versions } = await charges.rpc.listTerms({ accountId });
  expect(versions.map(({ operator }) => operator)).toEqual(['ana, approved by bruno']);
});

test('an amount that has changed since it was asked for is not credited', async () => {
  const { ledger, bruno, as, approve, approveOnly, asked, newAccount, suspended, availableCents } =
    under;
  const [exceptionId, accountId] = [await suspended(), await newAccount()];
  const id = await asked('suspense', 'credit', exceptionId, '--account', accountId, ...WHY);
  using ledger2 = await connect(as(bruno), 'ledger');
  await approveOnly(bruno, id);
  const request = { exceptionId, decision: 'CREDIT', accountId, reason: 'known payer' };
  const approved = { ...request, approvalId: id };
  expect(await refusal(ledger2.resolveSuspense({ ...approved, amountCents: 701 }))).toBe(
    'approval_altered',
  );
  expect(await refusal(ledger2.resolveSuspense(approved))).toBe('approval_altered');

  await ledger.db.query(
    'update suspended_payment set returned_cents = 100 where exception_id = $1',
    [exceptionId],
  );
  expect(await refusal(ledger2.resolveSuspense({ ...approved, amountCents: 700 }))).toBe(
    'amount_changed',
  );
  expect(await availableCents(accountId)).toBe(0);
  await ledger.db.query('update suspended_payment set returned_cents = 0 where exception_id = $1', [
    exceptionId,
  ]);
  expect((await approve(ANA, id)).code).toBe(0);
  expect(await availableCents(accountId)).toBe(700);
});

test('what has expired or was rejected is neither approved nor carried out, and can be asked for again', async () => {
  const { auth, bruno, run, as, approve, approveOnly, asked, newAccount, frozenAt } = under;
  const accountId = await newAccount();
  const freeze = ['account', 'freeze', accountId, ...WHY];
  const expire = (id: string) =>
    auth.db.query(`update approval set expires_at = now() - interval '1 h' where id = $1`, [id]);
  using byBruno = await connect(as(bruno), 'auth');
  const request = { accountId, frozen: true, reason: 'known payer' };

  const pending = await asked(...freeze);
  await expire(pending);
  expect(await approve(bruno, pending)).toEqual({
    out: expect.stringContaining('has expired'),
    code: 1,
  });
  const approved = await asked(...freeze);
  expect(approved).not.toBe(pending);
  await approveOnly(bruno, approved);
  await expire(approved);
  expect(await refusal(byBruno.setFrozen({ ...request, approvalId: approved }))).toBe(
    'approval_expired',
  );
  expect((await run(ANA, 'approvals')).out).toContain(`${approved}  EXPIRED`);

  const rejected = await asked(...freeze);
  expect(await run(bruno, 'reject', rejected, '--reason', 'wrong account')).toMatchObject({
    code: 0,
  });
  expect(await refusal(approveOnly(bruno, rejected))).toBe('approval_rejected');
  expect(await refusal(byBruno.setFrozen({ ...request, approvalId: rejected }))).toBe(
    'approval_rejected',
  );
  expect(await frozenAt(accountId)).toBe('');
});

test('of two people who approve at once, and of one who does so twice, one carries it out, once', async () => {
  const { auth, charges, bruno, carla, approve, asked, newAccount } = under;
  const accountId = await newAccount();
  const id = await asked('terms', 'set', accountId, '--fee-bps', '70', ...WHY);

  const outcomes = await Promise.all([bruno, carla, bruno, carla].map((one) => approve(one, id)));
  const done = outcomes.filter(({ code }) => code === 0);
  expect([done.length > 1, outcomes.map(({ out }) => out)]).toEqual([false, expect.anything()]);
  expect((await charges.rpc.listTerms({ accountId })).versions).toHaveLength(1);
  const lines = `select from audit_entry where subject = $1 and action like '%approved'`;
  expect((await auth.db.query(lines, [`approval:${id}`])).rowCount).toBe(1);
});

test('what was approved and not carried out stays open, and is carried out by running it again', async () => {
  const { bruno, carla, run, approve, asked, newAccount, suspended, availableCents } = under;
  const [exceptionId, accountId] = [await suspended(), await newAccount()];
  const id = await asked('suspense', 'credit', exceptionId, '--account', accountId, ...WHY);
  const away = { ...bruno, LEDGER_ADDRESS: '127.0.0.1:1' };
  const interrupted = await run(away, 'approve', id, '--yes');

  expect(interrupted).toEqual({
    out: expect.stringContaining(`run operator approve ${id} again`),
    code: 1,
  });
  expect((await run(carla, 'approvals')).out).toContain(`${id}  APPROVED`);
  expect(await run(carla, 'approve', id, '--yes')).toMatchObject({ code: 1 });
  expect(await approve(bruno, id)).toMatchObject({ code: 0 });
  expect(await availableCents(accountId)).toBe(700);
});

test('events are published again with one approval for both services, and not a second time', async () => {
  const { auth, bruno, as, approve, asked } = under;
  const window = {
    from: new Date(Date.now() - 60_000).toISOString(),
    to: new Date().toISOString(),
  };
  const id = await asked('republish', '--from', window.from, '--to', window.to, ...WHY);
  using charges2 = await connect(as(bruno), 'charges');
  using ledger2 = await connect(as(bruno), 'ledger');
  const request = { ...window, reason: 'known payer' };
  for (const { republishEvents } of [charges2, ledger2]) {
    expect(await refusal(republishEvents(request))).toBe('approval_required');
    expect(await refusal(republishEvents({ ...request, approvalId: id }))).toBe('approval_pending');
  }

  expect((await approve(bruno, id)).out).toMatch(/charges published \d+ events? again, ledger \d+/);

  const longer = { ...request, approvalId: id, from: new Date(Date.now() - 120_000).toISOString() };
  for (const { republishEvents } of [charges2, ledger2]) {
    expect(await refusal(republishEvents(longer))).toBe('approval_altered');
    expect(await refusal(republishEvents({ ...request, approvalId: id }))).toBe('approval_used');
  }
  const { rows } = await auth.db.query(
    `select actor, detail::jsonb ->> 'askedBy' as asked from audit_entry where action = 'events.republish' order by seq`,
  );
  expect(rows).toEqual([
    { actor: 'operator:bruno@charges', asked: 'ana' },
    { actor: 'operator:bruno@ledger', asked: 'ana' },
  ]);
});

test('a decision that the ledger has lost is repeated by one of both under its approval, by others under a new one', async () => {
  const { auth, bruno, carla, run, as, approveOnly, asked, newAccount, suspended, availableCents } =
    under;
  const from = new Date().toISOString();
  const [exceptionId, accountId] = [await suspended(), await newAccount()];
  const id = await asked('suspense', 'credit', exceptionId, '--account', accountId, ...WHY);
  await approveOnly(bruno, id);
  await auth.db.query(`update approval set done_by = '{ledger}' where id = $1`, [id]);
  const detail = JSON.stringify({ approvalId: id });
  const line = { actor: 'operator:ana', action: 'suspense.credit', accountId, detail };
  await auth.rpc.recordAudit({ ...line, subject: `exception:${exceptionId}` });
  const repeat = ['suspense', 'repeat', '--from', from, ...WHY];

  expect(await run(carla, ...repeat)).toEqual({
    out: expect.stringContaining(`${exceptionId}  needs a second person: operator approve`),
    code: 1,
  });
  expect(await availableCents(accountId)).toBe(0);
  expect(await run(bruno, ...repeat)).toMatchObject({
    out: expect.stringContaining(`${exceptionId}  CREDITED`),
  });
  expect(await availableCents(accountId)).toBe(700);
  using ledger = await connect(as(bruno), 'ledger');
  const request = { exceptionId, decision: 'CREDIT', accountId, amountCents: 700 };
  const again = { ...request, reason: 'known payer', approvalId: id };
  expect(await refusal(ledger.resolveSuspense(again))).toBe('approval_used');
});

test('what a recovery gives up another person has to approve, once', async () => {
  const { charges, bruno, as, approve, asked } = under;
  const refundId = randomUUID();
  await charges.db.query('insert into restore (restored_to) values (now())');

  const id = await asked('recover', '--skip', refundId, ...WHY);
  expect(await approve(bruno, id)).toEqual({
    out: expect.stringContaining('charges accepts changes.'),
    code: 0,
  });

  using client = await connect(as(bruno), 'charges');
  const again = { reason: 'known payer', skip: [refundId], approvalId: id };
  expect(await refusal(client.recover(again))).toBe('approval_used');
});
