import { randomUUID } from 'node:crypto';
import { withDeadline } from '@entrada/platform/grpc/call-context';
import { eventually } from '@entrada/platform/testing/eventually';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { runCommand } from '../../../operator/test/run-operator.ts';
import { runSystem } from '../../../test/harness/run-system.ts';
import { accountsClient } from '../src/clients/accounts-client.ts';
import { patchJson, postJson, type Reply } from './http.ts';
import { type Headers, newShop } from './shop.ts';
import { visitorsOf } from './visitors.ts';

const { system, call, deposit: createFor, credited } = newShop(() => runSystem());
const visitors = visitorsOf(() => system);
const keyed = (headers: Headers) => ({ ...headers, 'idempotency-key': randomUUID() });
const create = (headers: Headers) => createFor({}, headers);
const createCredited = (headers: Headers) => credited({}, headers);

const refund = (link: string, headers: Headers) =>
  call(postJson(`/api/deposit/${link}/refund`, { value: 100 }, keyed(headers)));
const cancel = (link: string, headers: Headers) =>
  call({ method: 'DELETE', path: `/api/deposit/${link}`, headers });

const auditOf = async (accountId: string) =>
  (
    await system.auth.db.query(
      'select action, actor, subject, detail from audit_entry where account_id = $1 order by seq',
      [accountId],
    )
  ).rows;

test('a deposit, a cancellation and a refund carry the key, the address and the request that asked', async () => {
  const { key, session } = await visitors.newOwner();
  const { sessions } = (await call({ path: '/api/sessions', headers: session })).body;
  const { id: sessionId } = sessions.find(({ current }: { current: boolean }) => current);
  const asked = { ...key, 'x-request-id': 'created-1' };
  const canceled = await create(asked);
  await cancel(canceled.paymentLinkId, { ...session, 'x-request-id': 'canceled-1' });
  const paid = await createCredited(key);
  await refund(paid.paymentLinkId, { ...key, 'x-request-id': 'refunded-1' });

  const timelineOf = async (link: string) => {
    const { body } = await call({ path: `/api/deposit/${link}/timeline`, headers: key });
    return (kind: string) =>
      body.timeline.find((entry: { kind: string }) => entry.kind === kind).requestedBy;
  };
  const [first, second] = [
    await timelineOf(canceled.paymentLinkId),
    await timelineOf(paid.paymentLinkId),
  ];
  const byKey = { keyId: expect.any(String), ip: '127.0.0.1' };
  expect(first('created')).toEqual({ ...byKey, requestId: 'created-1' });
  expect(first('canceled')).toEqual({ sessionId, ip: '127.0.0.1', requestId: 'canceled-1' });
  expect(second('refund_requested')).toEqual({ ...byKey, requestId: 'refunded-1' });

  const operator = await runCommand(
    {
      CHARGES_ADDRESS: system.charges.service.address,
      LEDGER_ADDRESS: system.ledger.service.address,
      WEBHOOKS_ADDRESS: system.webhooks.service.address,
    },
    'timeline',
    paid.id,
  );
  expect(operator).toMatchObject({ code: 0 });
  expect(operator.stdout).toMatch(/created .*requestedBy=.*"keyId"/);
  expect(operator.stdout).toMatch(/refund_requested .*refunded-1/);
});

test('a key that is created and revoked carries the session and the request that asked', async () => {
  const { accountId, session } = await visitors.newOwner();
  const headers = { ...session, 'x-request-id': 'keys-1' };
  const { apiKey } = (await call(postJson('/api/keys', { name: 'till' }, headers))).body;
  await call({ method: 'DELETE', path: `/api/keys/${apiKey.id}`, headers });

  const lines = (await auditOf(accountId)).filter(({ subject }) => subject === `key:${apiKey.id}`);
  expect(lines.map(({ action }) => action)).toEqual(['key.created', 'key.revoked']);
  for (const { detail } of lines) {
    const by = { sessionId: expect.any(String), ip: '127.0.0.1', requestId: 'keys-1' };
    expect(JSON.parse(detail)).toMatchObject(by);
  }
});

test('without its line in the audit log nothing is refunded, canceled or changed', async () => {
  const { accountId, key, session } = await visitors.newOwner();
  const url = 'http://localhost:9/hook';
  const endpoint = await call(postJson('/api/webhooks', { name: 'x', url, skipTest: true }, key));
  const path = `/api/webhooks/${endpoint.body.webhook.id}`;
  const [open, paid] = [await create(key), await createCredited(key)];
  const keysBefore = await call({ path: '/api/keys', headers: session });
  const linesBefore = await auditOf(accountId);

  const refused = await withAuditLogLocked(() =>
    Promise.all([
      refund(paid.paymentLinkId, key),
      cancel(open.paymentLinkId, key),
      call({ method: 'DELETE', path, headers: key }),
      call(patchJson(path, { name: 'y' }, key)),
      call(postJson(`${path}/rotate-secret`, {}, key)),
      call(postJson('/api/webhooks', { name: 'z', url, skipTest: true }, key)),
    ]),
  );

  const outcome = ({ status, body }: Reply) => [status, body.code];
  expect(refused.map(outcome)).toEqual(Array(6).fill([503, 'unavailable']));
  const { rows } = await system.charges.db.query(
    'select status, (select count(*)::int from payment_return r where r.account_id = c.account_id) as refunds from charge c where payment_link_id = $1',
    [open.paymentLinkId],
  );
  expect(rows).toEqual([{ status: 'PENDING', refunds: 0 }]);
  const { webhooks } = (await call({ path: '/api/webhooks', headers: key })).body;
  expect(webhooks).toEqual([expect.objectContaining({ name: 'x' })]);
  const results = (await auditOf(accountId))
    .slice(linesBefore.length)
    .filter(({ action }) => !action.endsWith('_requested'));
  expect(results).toEqual([]);
  expect((await call({ path: '/api/keys', headers: session })).body.apiKeys).toHaveLength(
    keysBefore.body.apiKeys.length,
  );
});

/** An append to the audit log waits until `work` is over. */
async function withAuditLogLocked<T>(work: () => Promise<T>): Promise<T> {
  const client = await system.auth.db.connect();
  try {
    await client.query('begin');
    await client.query('select seq from audit_head for update');
    return await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('an audit line has time of its own: what a slow webhook test leaves does not count', async () => {
  const { accountId } = await visitors.newOwner();
  const line = { actor: `account:${accountId}`, accountId, subject: 'webhook:1', detail: {} };
  const { recordAudit } = accountsClient(system.auth.rpc, testRuntime('gateway').log);

  await eventually(() =>
    withDeadline(Date.now() - 1, () => recordAudit({ ...line, action: 'webhook.tested' })).then(
      () => true,
    ),
  );

  expect(await auditOf(accountId)).toContainEqual(
    expect.objectContaining({ action: 'webhook.tested', subject: 'webhook:1' }),
  );
});
