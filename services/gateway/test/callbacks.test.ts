import { CALLBACK_SECRET } from '../../../test/harness/run-system.ts';
import { expectRefusal, postJson } from './http.ts';
import { newShop } from './shop.ts';

const { system, call, deposit, storedStatus: statusOf } = newShop();

test.each(['/pix', ''])('a callback is accepted with and without %s at its end', async (suffix) => {
  const charge = await deposit();
  const { txid } = await system.bank.pay(charge.emv, { notify: false });
  const body = { pix: [{ txid, endToEndId: 'E1', valor: '0.01' }, { endToEndId: 'E2' }] };

  const reply = await call(postJson(`/provider/${CALLBACK_SECRET}${suffix}`, body));

  expect([reply.status, reply.body]).toEqual([200, { success: true }]);
  expect(await statusOf(charge)).toBe('COMPLETED');
});

test('a callback about a charge that is not paid changes nothing', async () => {
  const charge = await deposit();
  const { rows } = await system.charges.db.query('select txid from charge where id = $1', [
    charge.id,
  ]);
  const body = { pix: [{ txid: rows[0].txid, valor: '1234.56' }, { txid: 'f'.repeat(32) }] };

  expect((await call(postJson(`/provider/${CALLBACK_SECRET}/pix`, body))).status).toBe(200);
  expect(await statusOf(charge)).toBe('PENDING');
});

const WRONG = [
  'wrong',
  `${CALLBACK_SECRET}x`,
  CALLBACK_SECRET.slice(1),
  'x'.repeat(29),
  '%00',
  'pix',
];

test.each([
  '/provider',
  '/provider/',
  '/provider/pix',
  ...WRONG.map((secret) => `/provider/${secret}/pix`),
])(
  'a callback with a wrong secret, or without one, is refused before its body is read: %s',
  async (path) => {
    for (const body of [{ pix: [] }, '{']) {
      expectRefusal(await call(postJson(path, body)), {
        status: 403,
        error: 'Callback secret is wrong',
        code: 'permission_denied',
      });
    }
  },
);

test.each([
  ['{', 'invalid_json', 'Request body must be a JSON object: it is malformed at line 1, column 2'],
  ['[]', 'invalid_json', 'Request body must be a JSON object, not a list'],
  ['{"pix":null}', 'invalid_request', 'pix must be a list'],
  ['{"pix":"x"}', 'invalid_request', 'pix must be a list'],
  ['{"pix":[1]}', 'invalid_request', 'pix.0 must be an object'],
  ['{"pix":[{"txid":5}]}', 'invalid_request', 'pix.0.txid must be text'],
  [
    `{"pix":[{"txid":"${'a'.repeat(36)}"}]}`,
    'invalid_request',
    'pix.0.txid must have at most 35 characters',
  ],
  [
    JSON.stringify({ pix: Array(1_001).fill({}) }),
    'invalid_request',
    'pix must have at most 1000 items',
  ],
])('the error of a malformed callback says what is wrong: %s', async (body, code, error) => {
  const reply = await call(postJson(`/provider/${CALLBACK_SECRET}/pix`, body));
  expectRefusal(reply, { status: 400, code, error });
});

test.each(['{}', '{"evento":"teste_webhook"}'])(
  'a bank that only tests the address gets a success: %s',
  async (body) => {
    expect((await call(postJson(`/provider/${CALLBACK_SECRET}`, body))).status).toBe(200);
  },
);

test('malformed charge ids in a callback are ignored', async () => {
  const body = { pix: ['', '\u0000', 'ç', "'; --", 'a'.repeat(35)].map((txid) => ({ txid })) };
  const reply = await call(postJson(`/provider/${CALLBACK_SECRET}/pix`, body));
  expect([reply.status, reply.body]).toEqual([200, { success: true }]);
});
