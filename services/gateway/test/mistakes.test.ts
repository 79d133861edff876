import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { expectRefusal, postJson, type RawRequest, send } from './http.ts';
import { ACCESS_MISTAKES } from './mistakes/access.ts';
import { BODY_MISTAKES } from './mistakes/bodies.ts';
import type { Newcomer } from './mistakes/mistake.ts';
import { PATH_MISTAKES } from './mistakes/paths.ts';

let newcomer: Newcomer;
const system = forTests(() => sharedSystem());
beforeAll(async () => {
  newcomer = await settle();
});

const call = (sent: RawRequest) => send(system.port, sent);

async function settle(): Promise<Newcomer> {
  const { accountId, key } = await system.newAccount();
  const headers = { authorization: `Bearer ${key}` };
  const create = async () =>
    (await call(postJson('/api/deposit', { value: 10_000 }, headers))).body.charge;
  const [open, paid] = [await create(), await create()];
  await system.bank.pay(paid.emv, { notify: true });
  await eventually(async () => {
    expect((await call({ path: '/api/balance', headers })).body.balance.available).not.toBe(0);
  });
  const elsewhere = { accountId, name: 'elsewhere', allowedIps: ['203.0.113.1'] };
  return {
    key,
    narrowKey: await system.newKey(accountId, ['deposits:read']),
    elsewhereKey: (await system.auth.rpc.createKey(elsewhere)).key,
    chargeId: open.id,
    open: open.paymentLinkId,
    paid: paid.paymentLinkId,
  };
}

/** Of people who use the API for the first time. */
const MISTAKES = [...BODY_MISTAKES, ...ACCESS_MISTAKES, ...PATH_MISTAKES];

test.each(MISTAKES.map((mistake) => [mistake[0], mistake] as const))(
  '%s',
  async (_what, mistake) => {
    const [, sent, status, code, error, hint] = mistake;
    const reply = await call(sent(newcomer));
    expectRefusal(reply, { status, code });
    expect(reply.body.error).toEqual(
      error instanceof RegExp ? expect.stringMatching(error) : error,
    );
    expect(reply.body.hint).toEqual(hint ? expect.stringMatching(hint) : undefined);
  },
);
