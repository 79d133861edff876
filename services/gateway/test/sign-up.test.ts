import { randomUUID } from 'node:crypto';
import { forTests } from '@entrada/platform/testing/for-tests';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { expectRefusal, postJson, type Reply } from './http.ts';
import { cookieOf, PASSWORD, visitorsOf } from './visitors.ts';

const system = forTests(() => sharedSystem());

const { call, signUp, logIn } = visitorsOf(() => system);

test('a sign-up does not reveal that an address is registered, and log-in does not either', async () => {
  const { email, account } = await signUp();
  const stranger = 'a stranger chose this phrase';
  const unknown = `${randomUUID()}@example.com`;

  const replies = await Promise.all(
    [email, unknown].map((address) =>
      call(postJson('/api/account', { email: address, password: stranger, name: 'Shop' })),
    ),
  );

  const [first, second] = replies.map((reply) => shapeOf(reply as Reply));
  expect(first).toEqual(second);
  for (const reply of replies) {
    const headers = { cookie: cookieOf(reply) };
    expect((await call({ path: '/api/account', headers })).status).toBe(200);
  }
  const [again, other] = [await logIn(email, stranger), await logIn(unknown, stranger)];
  expect(shapeOf(again)).toEqual(shapeOf(other));
  expect(again.body.account.id).not.toBe(account.id);
  const { body } = await logIn(email, PASSWORD);
  expect(body.account.id).toBe(account.id);
});

test('a repeated sign-up with the same password opens the account that is there', async () => {
  const { email, account } = await signUp();
  const again = await call(postJson('/api/account', { email, password: PASSWORD, name: 'Shop' }));
  expect([again.status, again.body.account.id]).toEqual([201, account.id]);
});

test.each([
  [{ name: 'Sh\u200bop' }, 'name', 'confusing_characters'],
  [{ name: 'P\u0430ypal' }, 'name', 'confusing_characters'],
  [{ name: 'Shop \u202egnp' }, 'name', 'confusing_characters'],
  [{ email: 'an\u0430@shop.example' }, 'email', 'malformed'],
  [{ email: 'ana\u200b@shop.example' }, 'email', 'malformed'],
  [{ password: ' '.repeat(12) }, 'password', 'too_weak'],
  [{ password: 'aaaaaaaaaaaa' }, 'password', 'too_weak'],
  [{ password: '123456789012' }, 'password', 'too_weak'],
  [{ password: 'passwordpassword' }, 'password', 'too_weak'],
  [{ email: 'ana@shop.example', password: 'ana@shop.example' }, 'password', 'too_weak'],
])(
  'what deceives and what is easy to guess is refused at its field: %j',
  async (given, field, code) => {
    const good = { email: `${randomUUID()}@example.com`, password: PASSWORD, name: 'Shop' };
    const reply = await call(postJson('/api/account', { ...good, ...given }));
    expectRefusal(reply, { status: 400, code: 'invalid_request' });
    expect(reply.body.details).toMatchObject([{ field, code }]);
  },
);

test('a full-width address and name are stored in their plain form', async () => {
  const email = `${randomUUID()}@example.com`;
  const typed = { email: email.replace('@', '\uff20'), password: PASSWORD, name: '\uff33hop' };
  const { body } = await call(postJson('/api/account', typed));
  expect(body.account).toMatchObject({ email, name: 'Shop' });
});

/** All of a reply but what is random, a time, or was sent. */
function shapeOf({ status, headers, body }: Reply) {
  const kept = Object.entries(headers).filter(
    ([name]) => !['date', 'x-request-id', 'ratelimit', 'etag'].includes(name),
  );
  const cookies = headers['set-cookie']?.map((cookie) => cookie.replace(/=[^;]+/, '='));
  const { id: _id, email: _email, createdAt: _at, proofAt: _proof, ...account } = body.account;
  return { status, headers: { ...Object.fromEntries(kept), 'set-cookie': cookies }, account };
}
