import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { freePort } from '@entrada/platform/testing/free-port';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { CONFIRM, runAuthWithMail } from './mailbox.ts';
import { newKey, ORIGIN, PASSWORD, signUp } from './people.ts';

const post = forTests(() => runAuthWithMail());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0';

test('the address is confirmed by the link of the sign-up, once', async () => {
  const { email, accountId, account } = await signUp(post.auth);
  expect(account).toMatchObject({ emailConfirmedAt: '', receivesMail: true });
  const token = await post.tokenFor(email, CONFIRM);

  expect(await post.auth.rpc.confirmEmail({ token })).toEqual({ email });

  const { account: seen } = await post.auth.rpc.getAccount({ accountId });
  expect(Date.parse(seen?.emailConfirmedAt ?? '')).not.toBeNaN();
  const again = post.auth.rpc.confirmEmail({ token });
  await expect(again).rejects.toMatchObject({ reason: 'invalid_token' });
});

test('mails are in the language of the sign-up, and in Portuguese without one', async () => {
  const subjects = { en: /confirm your e-mail address/, '': /confirme seu e-mail/ };
  for (const [language, subject] of Object.entries(subjects)) {
    const email = `${randomUUID()}@shop.example`;
    const { account } = await post.auth.rpc.createAccount({
      email,
      password: PASSWORD,
      name: 'Shop',
      language,
    });
    expect(account?.language).toBe(language);
    await post.mailAbout(email, subject);
  }
});

test('a new link replaces the first one; a confirmed address gets none, and too many are refused', async () => {
  const { email, accountId } = await signUp(post.auth);
  const first = await post.tokenFor(email, CONFIRM);
  await post.auth.rpc.resendConfirmation({ accountId });
  const second = await eventually(async () => {
    const token = await post.tokenFor(email, CONFIRM);
    return token !== first && token;
  });
  const old = post.auth.rpc.confirmEmail({ token: first });
  await expect(old).rejects.toMatchObject({ reason: 'invalid_token' });
  await post.auth.rpc.confirmEmail({ token: second });

  for (let n = 0; n < 4; n += 1) await post.auth.rpc.resendConfirmation({ accountId });
  const more = post.auth.rpc.resendConfirmation({ accountId });
  await expect(more).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  const { rows } = await post.auth.db.query(
    'select count(*) as n from mail where account_id = $1',
    [accountId],
  );
  expect(rows).toEqual([{ n: 2 }]);
});

test('a token for one purpose is of no use for another, nor after a day', async () => {
  const { email, accountId } = await signUp(post.auth);
  const token = await post.tokenFor(email, CONFIRM);
  const reset = post.auth.rpc.confirmPasswordReset({ token, newPassword: PASSWORD });
  await expect(reset).rejects.toMatchObject({ reason: 'invalid_token' });
  await post.auth.db.query(
    `update mail_token set expires_at = expires_at - interval '1 day' where account_id = $1`,
    [accountId],
  );
  const late = post.auth.rpc.confirmEmail({ token });
  await expect(late).rejects.toMatchObject({ reason: 'invalid_token' });
});

test('an owner gets a mail about each new key, in the chosen language, with hostile names as text', async () => {
  const { email, accountId } = await signUp(post.auth);
  await post.auth.rpc.updateAccount({ accountId, language: 'en' });
  const name = '<img src=x onerror=alert(1)>';
  const { key, apiKey } = await newKey(post.auth, accountId, { name });

  const mail = await post.mailAbout(email, /new API key/);

  expect(mail.subject).toBe('Entrada: new API key');
  expect(mail.text).toContain(`${name} (${apiKey.prefix}…)`);
  expect(mail.text).not.toContain(key);
  const page = await fetch(`${post.bank.controlUrl}/mail/${mail.id}`);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain('&#60;img src=x');
  expect(html).not.toContain('<img');
  for (const [lang, title] of [
    ['pt-BR', 'E-mails'],
    ['en', 'Mails'],
  ]) {
    const list = await (await fetch(`${post.bank.controlUrl}/mail?lang=${lang}`)).text();
    expect(list).toContain(`<h1>${title}</h1>`);
    expect(list).toContain(`href="/mail/${mail.id}?lang=${lang}"`);
  }
  expect((await fetch(`${post.bank.controlUrl}/mail/0`)).status).toBe(404);
});

test('a log-in from a new device is reported, one from a known device is not', async () => {
  const { email, accountId } = await signUp(post.auth);
  const logIn = (ip: string, userAgent: string) =>
    post.auth.rpc.logIn({ email, password: PASSWORD, origin: { ip, userAgent } });
  await logIn(ORIGIN.ip, FIREFOX);
  const { text } = await post.mailAbout(email, /novo acesso/);
  expect(text).toContain(`Firefox, Linux (IP ${ORIGIN.ip})`);

  await logIn('203.0.113.200', FIREFOX.replace('150', '151'));

  const { rows } = await post.auth.db.query(
    `select count(*) as n from mail where account_id = $1 and kind = 'new_device'`,
    [accountId],
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test.each([
  ['ENDPOINT_CREATED', /novo webhook/, 'Um webhook foi criado'],
  ['ENDPOINT_GONE', /webhook desativado/, '410 (Gone)'],
  ['ENDPOINT_FAILING', /webhook desativado/, 'cinco dias'],
])(
  'a notice of webhooks, %s, is sent once although it comes twice',
  async (kind, subject, text) => {
    const { email, accountId } = await signUp(post.auth);
    const endpoint = { endpointName: 'shop', endpointUrl: 'https://shop.example/hook' };
    const notice = { noticeId: randomUUID(), accountId, kind, ...endpoint };

    await post.auth.rpc.notify(notice);
    const mail = await post.mailAbout(email, subject);
    const sent = 'select from mail where id = $1 and sealed is null';
    await eventually(async () =>
      expect((await post.auth.db.query(sent, [notice.noticeId])).rowCount).toBe(1),
    );
    await post.auth.rpc.notify(notice);

    expect(mail.text).toContain(text);
    expect(mail.text).toContain('shop: https://shop.example/hook');
    expect((await post.auth.db.query(sent, [notice.noticeId])).rowCount).toBe(1);
  },
);

test.each([
  [{ kind: 'OTHER' }, 'INVALID_ARGUMENT'],
  [{ noticeId: 'x' }, 'INVALID_ARGUMENT'],
  [{ endpointUrl: '' }, 'INVALID_ARGUMENT'],
  [{ accountId: randomUUID() }, 'NOT_FOUND'],
])('a notice with %j is refused', async (more, code) => {
  const { accountId } = await signUp(post.auth);
  const endpoint = { endpointName: 'shop', endpointUrl: 'https://shop.example/hook' };
  const notice = { noticeId: randomUUID(), accountId, kind: 'ENDPOINT_GONE', ...endpoint };
  await expect(post.auth.rpc.notify({ ...notice, ...more })).rejects.toMatchObject({ code });
});

test('a changed password is reported', async () => {
  const { email, accountId, session } = await signUp(post.auth);
  const change = { oldPassword: PASSWORD, newPassword: 'an entirely new password' };
  await post.auth.rpc.changePassword({ accountId, sessionId: session.id, ...change });
  await post.mailAbout(email, /senha foi alterada/);
});

test('a mail waits while the mail server is down, is counted, and is sent when it is back', async () => {
  const SMTP_URL = `smtp://127.0.0.1:${await freePort()}`;
  await using cut = await runAuth({ SMTP_URL });
  const { email } = await signUp(cut);
  await eventually(async () => {
    const metrics = await cut.service.runtime.metrics.metrics();
    expect(metrics).toMatch(/mails_total\{kind="confirm_email",outcome="failed"\} [1-9]/);
    expect(metrics).toMatch(/mail_oldest_waiting_seconds [0-9.]*[1-9]/);
  });

  await using _back = await cut.startAnother({ SMTP_URL: post.bank.smtpUrl });

  await eventually(async () => {
    await cut.db.query('update mail set due_at = now() where sealed is not null');
    expect(await post.bank.mailsTo(email)).not.toEqual([]);
  });
});

test('a mail that is of no use any more is given up, and what it says is removed', async () => {
  const SMTP_URL = `smtp://127.0.0.1:${await freePort()}`;
  await using cut = await runAuth({ SMTP_URL });
  const { email, accountId } = await signUp(cut);
  await cut.db.query('update mail set give_up_at = now(), due_at = now()');
  await eventually(async () => {
    await cut.db.query('update mail set due_at = now()');
    const { rows } = await cut.db.query('select sealed, sent_at from mail where account_id = $1', [
      accountId,
    ]);
    expect(rows).toEqual([{ sealed: null, sent_at: null }]);
  });
  const logged = cut.service.runtime.logged.join('\n');
  expect(logged).toContain('mail not sent, no further attempts');
  expect(logged).not.toContain(email);
});

test('without a mail server auth says what is off, and keeps no mail', async () => {
  await using silent = await runAuth();
  const { email, account } = await signUp(silent);
  expect(account.receivesMail).toBe(false);
  await silent.rpc.requestPasswordReset({ email });
  expect(silent.service.runtime.logged.join('\n')).toContain('SMTP_URL is not set');
  for (const table of ['mail', 'reset_request']) {
    expect((await silent.db.query(`select from ${table}`)).rowCount).toBe(0);
  }
});
