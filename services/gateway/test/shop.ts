import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import type { RunningSystem } from '../../../test/harness/run-system.ts';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { postJson, type RawRequest, send } from './http.ts';
import { startReceiver } from './receiver.ts';

export type Headers = Record<string, string>;

/** A system for a file, and an account of its own with a key that may do everything. */
export function newShop(start: () => Promise<RunningSystem> = sharedSystem) {
  const system = forTests(start);
  const headers: Headers = {};
  let accountId = '';
  beforeAll(async () => {
    const account = await system.newAccount();
    accountId = account.accountId;
    headers.authorization = `Bearer ${account.key}`;
  });

  const call = (sent: RawRequest) => send(system.port, sent);
  const get = (path: string, as = headers) => call({ path, headers: as });
  const post = (path: string, body: unknown, more: Headers = {}) =>
    call(postJson(path, body, { ...headers, ...more }));
  /** A new deposit, of the account unless other headers are given. */
  const deposit = async (body: object = {}, as = headers) => {
    const reply = await call(postJson('/api/deposit', { value: 10_000, ...body }, as));
    return reply.body.charge;
  };
  return {
    system,
    headers,
    get accountId(): string {
      return accountId;
    },
    call,
    get,
    post,
    deposit,
    /** As charges has stored it: to ask the API would ask the bank. */
    async storedStatus({ paymentLinkId }: { paymentLinkId: string }): Promise<string> {
      const stored = 'select status from charge where payment_link_id = $1';
      return (await system.charges.db.query(stored, [paymentLinkId])).rows[0]?.status;
    },
    /** The headers of another account. */
    newHeaders: async (): Promise<Headers> => ({
      authorization: `Bearer ${(await system.newAccount()).key}`,
    }),
    /** A deposit whose credit is in the statement, and the payment of it. */
    async credited(body: object = {}, as = headers) {
      const charge = await deposit(body, as);
      const { endToEndId } = await system.bank.pay(charge.emv, { notify: true });
      await eventually(async () => {
        const { text } = await get('/api/statement', as);
        expect(text).toContain(charge.paymentLinkId);
      });
      return { ...charge, endToEndId };
    },
  };
}

/** For a file about webhooks: a system, and a receiver that answers 200 unless a test changes that. */
export function shopWithReceiver() {
  const receiver = forTests(() => startReceiver());
  const system = forTests(() => sharedSystem());
  afterEach(() => receiver.answer(200));

  const call = (sent: RawRequest) => send(system.port, sent);
  return {
    system,
    receiver,
    call,
    async newAccount(): Promise<{ accountId: string; headers: Headers }> {
      const { accountId, key } = await system.newAccount();
      return { accountId, headers: { authorization: `Bearer ${key}` } };
    },
    /** The reply to a webhook that was created. */
    async register(headers: Headers, body: object = {}) {
      const given = { name: 'shop', url: receiver.url, ...body };
      const reply = await call(postJson('/api/webhooks', given, headers));
      expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 201 });
      return reply.body;
    },
  };
}

/** For a file of requests that are refused: after each the next good one is served, and nothing was taken for a bug of ours. */
export function refusingGateway() {
  const { system, headers: key, call, deposit } = newShop();
  afterEach(async () => {
    expect(await deposit()).toMatchObject({ status: 'PENDING' });
    const unexpected = system.runtime.logged.filter((line) =>
      line.includes('"msg":"request failed"'),
    );
    expect(unexpected).toEqual([]);
  });
  return { system, key, call };
}
