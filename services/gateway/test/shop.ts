import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import type { RunningSystem } from '../../../test/harness/run-system.ts';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { postJson, type RawRequest, send } from './http.ts';
import { startReceiver } from './receiver.ts';

export type Headers = Record<string, string>;
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

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
  let system: RunningSystem;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    system = await sharedSystem();
  });
  afterEach(() => receiver.answer(200));
  afterAll(async () => {
    await system[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  const call = (sent: RawRequest) => send(system.port, sent);
  return {
    get system(): RunningSystem {
      return system;
    },
    get receiver(): Receiver {
      return receiver;
    },
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
