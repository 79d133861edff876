import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { runCommand } from '../../../operator/test/run-operator.ts';
import { expectRefusal, patchJson, postJson, type RawRequest, send } from './http.ts';
import { shopWithReceiver } from './shop.ts';
import { visitorsOf } from './visitors.ts';

const shop = shopWithReceiver();
const { call, register } = shop;

const visitors = visitorsOf(() => shop.system);

const operator = (what: 'freeze' | 'unfreeze', accountId: string) =>
  runCommand(
    { AUTH_ADDRESS: shop.system.auth.service.address },
    ...['account', what, accountId, '--reason', 'ticket 4711'],
  );

test('a frozen account is refused on every replica, its money is still credited and delivered, and it works again after', async () => {
  const { accountId, key, session } = await visitors.newOwner();
  await register(key);
  const { charge } = (await call(postJson('/api/deposit', { value: 700 }, key))).body;
  await using other = await shop.system.startAnotherGateway();
  const onOther = (sent: RawRequest) => send(other.port, sent);
  expect((await onOther({ path: '/api/balance', headers: key })).status).toBe(200);

  expect(await operator('freeze', accountId)).toMatchObject({ code: 0 });

  const frozen = { status: 403, code: 'account_frozen' };
  for (const ask of [call, onOther]) {
    await eventually(async () =>
      expectRefusal(await ask({ path: '/api/balance', headers: key }), frozen),
    );
    await eventually(async () =>
      expectRefusal(await ask(postJson('/api/deposit', { value: 100 }, session)), frozen),
    );
  }
  const keyed = { ...session, 'idempotency-key': randomUUID() };
  const path = `/api/deposit/${charge.paymentLinkId}`;
  expectRefusal(await call(postJson(`${path}/refund`, {}, keyed)), frozen);
  expectRefusal(await call({ method: 'DELETE', path, headers: session }), frozen);
  expectRefusal(await call(postJson('/api/keys', { name: 'x' }, session)), frozen);
  const renamed = { displayName: 'Other Shop' };
  expectRefusal(await call(patchJson('/api/account', renamed, session)), frozen);
  const { account } = (await call({ path: '/api/account', headers: session })).body;
  expect(account.frozenAt).toEqual(expect.any(String));

  await shop.system.bank.pay(charge.emv, { notify: true });
  await eventually(async () => {
    const { body } = await call({ path: '/api/balance', headers: session });
    expect(body.balance.available).toBe(693);
    expect(shop.receiver.received.join()).toContain('DEPOSIT_ASSET_SUCCESS');
  });

  expect(await operator('unfreeze', accountId)).toMatchObject({ code: 0 });
  await eventually(async () =>
    expect((await call({ path: '/api/balance', headers: key })).status).toBe(200),
  );
  const { rows } = await shop.system.auth.db.query(
    "select action, actor from audit_entry where account_id = $1 and action ~ 'frozen' order by seq",
    [accountId],
  );
  expect(rows).toEqual([
    { action: 'account.frozen', actor: expect.stringMatching(/^operator:\w+/) },
    { action: 'account.unfrozen', actor: expect.stringMatching(/^operator:\w+/) },
  ]);
});

test('to freeze a frozen account changes nothing, and an unknown account is not found', async () => {
  const { accountId } = await visitors.newOwner();
  await operator('freeze', accountId);
  expect((await operator('freeze', accountId)).stdout).toContain('as it was before');
  expect(await operator('freeze', randomUUID())).toMatchObject({ code: 1 });
});
