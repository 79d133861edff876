import type { RunningSystem } from '../../../test/harness/run-system.ts';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { postJson, type RawRequest, send } from './http.ts';
import { startReceiver } from './receiver.ts';

export type Headers = Record<string, string>;
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

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
