import { randomUUID } from 'node:crypto';
import { AuthService } from '@entrada/contracts/services';
import { connectGrpc } from '@entrada/platform/grpc/client';
import { forTests } from '@entrada/platform/testing/for-tests';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { type RunningAuth, runAuth } from '../../../test/harness/run-auth.ts';
import { newEmail, newKey, ORIGIN, PASSWORD, signUp } from './people.ts';

const auth = forTests(() => runAuth());
/** Names who did what; an operator is named by the certificate. */
const gateway: Pick<RunningAuth['rpc'], 'recordAudit'> = forTests((stack) => {
  const { address } = auth.service;
  const runtime = testRuntime('gateway');
  return stack.use(connectGrpc(AuthService, { address, timeoutMs: 10_000, runtime }));
});

type Line = { action: string; actor: string; account_id: string; detail: string };

/** The lines that `act` adds to the log. */
async function linesOf(act: () => Promise<unknown>): Promise<Line[]> {
  const { rows: head } = await auth.db.query<{ seq: number }>('select seq from audit_head');
  await act();
  const { rows } = await auth.db.query<Line>(
    'select * from audit_entry where seq > $1 order by seq',
    [head[0]?.seq],
  );
  return rows;
}

function record(more: Partial<Parameters<RunningAuth['rpc']['recordAudit']>[0]> = {}) {
  return gateway.recordAudit({
    actor: 'account:ana',
    action: 'suspense.credited',
    subject: 'suspense:42',
    accountId: randomUUID(),
    detail: '{"b":[1,{"z":null,"a":"ç"}],"a":true}',
    ...more,
  });
}

test('every change of accounts, sessions and keys is recorded as one line, in order, without a secret', async () => {
  const secrets = [PASSWORD, 'nobody@example.com', 'an entirely new password'];
  let accountId = '';
  const lines = await linesOf(async () => {
    const { email, session, sessionToken, ...created } = await signUp(auth);
    accountId = created.accountId;
    await auth.rpc.logIn({ email, password: 'not the right one', origin: ORIGIN }).catch(() => {});
    await auth.rpc.logIn({ email: 'nobody@example.com', password: PASSWORD }).catch(() => {});
    const second = await auth.rpc.logIn({ email, password: PASSWORD, origin: ORIGIN });
    const change = { accountId, sessionId: session.id, newPassword: 'an entirely new password' };
    await auth.rpc.changePassword({ ...change, oldPassword: 'not the old one' }).catch(() => {});
    await auth.rpc.changePassword({ ...change, oldPassword: PASSWORD });
    const { key, keyId } = await newKey(auth, accountId);
    const rotated = await auth.rpc.rotateKey({ accountId, keyId, overlapSeconds: 60 });
    await auth.rpc.revokeKey({ accountId, keyId });
    await auth.rpc.revokeKey({ accountId, keyId });
    await auth.rpc.revokeSession({ accountId, sessionId: session.id });
    await record();
    secrets.push(sessionToken, second.sessionToken, key, key.slice(13), rotated.key);
  });

  expect(lines.map(({ action }) => action)).toEqual([
    'account.created',
    'session.refused',
    'session.refused',
    'session.opened',
    'account.password_refused',
    'account.password_changed',
    'key.created',
    'key.rotated',
    'key.revoked',
    'session.revoked',
    'suspense.credited',
  ]);
  expect(lines[2]).toMatchObject({ actor: 'account:unknown', account_id: '' });
  expect(lines[3]).toMatchObject({ actor: `account:${accountId}`, account_id: accountId });
  expect(JSON.parse(lines[3]?.detail ?? '')).toMatchObject(ORIGIN);
  const text = JSON.stringify(lines) + auth.service.runtime.logged.join('');
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('a flood of log-in attempts is recorded as one line per window, not one per attempt', async () => {
  const email = newEmail();
  const lines = await linesOf(async () => {
    for (let n = 0; n < 14; n += 1) {
      await auth.rpc.logIn({ email, password: PASSWORD }).catch(() => {});
    }
  });
  const count = (wanted: string) => lines.filter(({ action }) => action === wanted).length;
  expect(count('session.refused')).toBe(10);
  expect(count('session.throttled')).toBe(1);
});

test('nobody grows the audit log without bound with a password that is right', async () => {
  const { email, accountId, session } = await signUp(auth);
  const lines = await linesOf(async () => {
    const sent = { email, password: PASSWORD };
    const prove = { accountId, sessionId: session.id, password: PASSWORD };
    const codes = new Set<string>();
    for (let n = 0; n < 60; n += 1) {
      await auth.rpc.proveSession(prove).catch(({ code }: { code: string }) => codes.add(code));
      await auth.rpc.logIn(sent).catch(({ code }: { code: string }) => codes.add(code));
    }
    expect(codes).toEqual(new Set(['TOO_MANY_REQUESTS']));
  });
  const count = (wanted: string) => lines.filter(({ action }) => action === wanted).length;
  expect(count('session.opened') + count('session.proved')).toBe(100);
  expect(count('session.throttled')).toBeLessThanOrEqual(2);
});

test('a change that failed is not in the audit log', async () => {
  const lines = await linesOf(async () => {
    const weak = { email: (await signUp(auth)).email, password: 'x'.repeat(12), name: 'Other' };
    await auth.rpc.createAccount(weak).catch(() => {});
    await auth.rpc.revokeKey({ accountId: randomUUID(), keyId: randomUUID() }).catch(() => {});
  });
  expect(lines.map(({ action }) => action)).toEqual(['account.created']);
});

test.each([
  'update audit_entry set actor = actor',
  'delete from audit_entry',
  'truncate audit_entry',
  'delete from audit_head',
  'update audit_head set seq = 0',
])('the log can only be added to: %s is refused', async (statement) => {
  await record();
  await expect(auth.db.query(statement)).rejects.toThrow('append-only');
});

test.each([
  ['actor must have the form account:<id>', { actor: 'ana' }],
  ['actor must have the form account:<id>', { actor: `account:${'x'.repeat(101)}` }],
  ['action must have a form such as webhook.secret_rotated', { action: 'Did Something' }],
  ['action must have a form such as webhook.secret_rotated', { action: `a.${'b'.repeat(64)}` }],
  ['subject must have the form webhook:<id>', { subject: '' }],
  ['subject must have the form webhook:<id>', { subject: 'webhook:a\u0000' }],
  ['accountId must be a UUID', { accountId: 'nobody' }],
  ['detail must be a JSON object', { detail: '[]' }],
  ['detail must be a JSON object', { detail: 'null' }],
  ['detail must be a JSON object', { detail: '{' }],
  ['detail must have at most 4096 characters', { detail: `{"a":"${'x'.repeat(5_000)}"}` }],
  ['detail is nested too deeply', { detail: `{"a":${'['.repeat(900)}${']'.repeat(900)}}` }],
  ['detail must not contain a secret', { detail: '{"a":"whsec_abc"}' }],
  ['detail must not contain a secret', { detail: '{"newPassword":"x"}' }],
  ['detail must not contain a secret', { subject: 'key:ent_test_abc' }],
])('an invalid line is refused: %s', async (message, wrong) => {
  const refused = () =>
    expect(record(wrong)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message });
  expect(await linesOf(refused)).toEqual([]);
});
