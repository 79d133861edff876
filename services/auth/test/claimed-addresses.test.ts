import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { CONFIRM, RESET, runAuthWithMail } from './mailbox.ts';
import { newEmail, newKey, PASSWORD, signUp, UNAUTHENTICATED } from './people.ts';

const STRANGERS = 'a stranger chose this phrase';
const WRONG = 'not the right password';
const EXISTS = /você já tem uma conta/;

const post = forTests(() => runAuthWithMail());

async function signUpAs(email: string, password = STRANGERS) {
  const created = await post.auth.rpc.createAccount({ email, password, name: 'Other' });
  return { ...created, accountId: created.account?.id ?? '' };
}

const logIn = (email: string, password: string) => post.auth.rpc.logIn({ email, password });

async function confirmed() {
  const person = await signUp(post.auth);
  await post.auth.rpc.confirmEmail({ token: await post.tokenFor(person.email, CONFIRM) });
  return person;
}

test('a second account of a confirmed address works by its own password only, and the mail tells the owner', async () => {
  const { email, accountId } = await confirmed();

  const stranger = await signUpAs(email);

  expect(stranger.sessionToken).toBeTruthy();
  expect(stranger.accountId).not.toBe(accountId);
  expect((await logIn(email, STRANGERS)).account?.id).toBe(stranger.accountId);
  expect((await logIn(email, PASSWORD)).account?.id).toBe(accountId);
  const { text } = await post.mailAbout(email, EXISTS);
  expect(text).toContain('/dashboard/forgotten');
  expect(text).not.toContain('#token=');
});

test('where nobody has confirmed the address, the mail says so and confirms the new account', async () => {
  const { email, accountId } = await signUp(post.auth);
  const second = await signUpAs(email);

  const token = await post.tokenFor(email, EXISTS);
  await post.auth.rpc.confirmEmail({ token });

  const of = async (id: string) => (await post.auth.rpc.getAccount({ accountId: id })).account;
  expect((await of(second.accountId))?.emailConfirmedAt).not.toBe('');
  expect((await of(accountId))?.emailConfirmedAt).toBe('');
});

test('of two accounts with one address only one confirms it', async () => {
  const { email } = await signUp(post.auth);
  const first = await post.tokenFor(email, CONFIRM);
  await signUpAs(email);
  const second = await post.tokenFor(email, EXISTS);
  const outcomes = await Promise.allSettled(
    [first, second].map((token) => post.auth.rpc.confirmEmail({ token })),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { reason: 'invalid_token' },
  });
});

test('the owner of an address gets no mail about the account of a stranger', async () => {
  const { email } = await confirmed();
  const stranger = await signUpAs(email);
  await newKey(post.auth, stranger.accountId, { name: 'click here' });

  await eventually(async () => {
    const { rows } = await post.auth.db.query(
      'select count(*) as n from mail where account_id = $1 and sealed is not null',
      [stranger.accountId],
    );
    expect(Number(rows[0]?.n)).toBe(0);
  });
  const mails = await post.bank.mailsTo(email);
  expect(mails.filter(({ text }) => text.includes('click here'))).toEqual([]);
});

test('a new password by mail goes to the account that confirmed the address', async () => {
  const { email, accountId } = await confirmed();
  await signUpAs(email);
  await post.auth.rpc.requestPasswordReset({ email });
  const token = await post.tokenFor(email, /redefinição de senha/);
  const newPassword = 'yet another phrase of mine';
  await post.auth.rpc.confirmPasswordReset({ token, newPassword });

  expect((await logIn(email, newPassword)).account?.id).toBe(accountId);
  expect((await logIn(email, STRANGERS)).account?.id).not.toBe(accountId);
});

test('a stranger who logs in to an account of the address gets no further guesses of its password', async () => {
  const { email } = await confirmed();
  await signUpAs(email);
  const codes: string[] = [];
  for (let n = 0; n < 60 && !codes.includes('TOO_MANY_REQUESTS'); n += 1) {
    const guess = logIn(email, WRONG).catch(({ code }: { code: string }) => codes.push(code));
    await guess;
    await logIn(email, STRANGERS).catch(() => {});
  }
  expect(codes).toContain('TOO_MANY_REQUESTS');
});

test('sign-ups beyond the limit of an address are mailed about no more, and compare no passwords', async () => {
  const { email, accountId } = await signUp(post.auth);
  for (let n = 0; n < 9; n += 1) await signUpAs(email, `${STRANGERS} ${newEmail()}`);

  const { accountId: another } = await signUpAs(email, PASSWORD);

  expect(another).not.toBe(accountId);
  const { rows } = await post.auth.db.query('select from mail where account_id = $1', [another]);
  expect(rows).toEqual([]);
});

test.each([
  [
    'is older than ten minutes',
    `update account set created_at = now() - interval '11 minutes' where id = $1`,
  ],
  [
    'has two-factor authentication',
    `insert into two_factor (account_id, sealed_secret, created_at, confirmed_at, last_step)
     values ($1, '', now(), now(), 0)`,
  ],
])(
  'a sign-up with the right password of an account that %s opens another one, like any sign-up',
  async (_what, change) => {
    const { email, accountId } = await signUp(post.auth);
    await post.auth.db.query(change, [accountId]);
    const right = await signUpAs(email, PASSWORD);
    const wrong = await signUpAs(email, STRANGERS);
    expect(right.accountId).not.toBe(accountId);
    expect(Object.keys(right)).toEqual(Object.keys(wrong));
    expect((await logIn(email, STRANGERS)).account?.id).toBe(wrong.accountId);
  },
);

test('who resets the password by mail of an account that nobody confirmed gets it without the keys of a stranger', async () => {
  const { rpc } = post.auth;
  const resetBy = async (email: string, newPassword: string) => {
    await rpc.requestPasswordReset({ email });
    await rpc.confirmPasswordReset({ token: await post.tokenFor(email, RESET), newPassword });
  };
  const email = newEmail();
  const stranger = await signUpAs(email);
  const strangers = await newKey(post.auth, stranger.accountId);
  const owner = await confirmed();
  const owners = await newKey(post.auth, owner.accountId);

  await resetBy(email, 'the owner chose this phrase');
  await resetBy(owner.email, 'the owner chose this phrase');

  await expect(rpc.verifyKey({ key: strangers.key })).rejects.toMatchObject(UNAUTHENTICATED);
  expect(await rpc.verifyKey({ key: owners.key })).toMatchObject({ keyId: owners.keyId });
  expect((await logIn(email, 'the owner chose this phrase')).account?.id).toBe(stranger.accountId);
  const { rows } = await post.auth.db.query(
    'select action from audit_entry where subject = $1 order by seq',
    [`key:${strangers.keyId}`],
  );
  expect(rows.map(({ action }) => action)).toEqual(['key.created', 'key.revoked']);
});
