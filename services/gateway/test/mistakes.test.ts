import { ERROR_CODES } from '../src/transport/openapi/error-codes.ts';
import { expectRefusal } from './http.ts';
import { ACCESS_MISTAKES } from './mistakes/access.ts';
import { BODY_MISTAKES } from './mistakes/bodies.ts';
import type { Newcomer } from './mistakes/mistake.ts';
import { PATH_MISTAKES } from './mistakes/paths.ts';
import { newShop } from './shop.ts';

const shop = newShop();
const { system, call } = shop;
let newcomer: Newcomer;
beforeAll(async () => {
  const [open, paid] = [await shop.deposit(), await shop.credited()];
  const { accountId } = shop;
  const elsewhere = { accountId, name: 'elsewhere', allowedIps: ['203.0.113.1'] };
  newcomer = {
    key: await system.newKey(accountId),
    narrowKey: await system.newKey(accountId, ['deposits:read']),
    elsewhereKey: (await system.auth.rpc.createKey(elsewhere)).key,
    chargeId: open.id,
    open: open.paymentLinkId,
    paid: paid.paymentLinkId,
  };
});

/** Of people who use the API for the first time. */
const MISTAKES = [...BODY_MISTAKES, ...ACCESS_MISTAKES, ...PATH_MISTAKES];

test.each(MISTAKES.map((mistake) => [mistake[0], mistake] as const))(
  '%s',
  async (_what, mistake) => {
    const [, sent, code, hint, { field, error = /./ } = {}] = mistake;
    const reply = await call(sent(newcomer));
    const [status = 0] = ERROR_CODES[code]?.statuses ?? [];
    expectRefusal(reply, { status, code });
    expect(reply.body.error).toMatch(error);
    if (field) expect(reply.body.details).toMatchObject([{ field }]);
    expect(reply.body.hint).toEqual(hint ? expect.stringMatching(hint) : undefined);
  },
);
