import type { RunningSystem } from '../../../test/harness/run-system.ts';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { postJson, type RawRequest, type Reply, send } from './http.ts';

type Refusing = {
  readonly system: RunningSystem;
  /** Of an account that may do everything. */
  readonly key: Record<string, string>;
  call(sent: RawRequest): Promise<Reply>;
};

/** For a file of requests that are refused: after each the next good one is served, and nothing was taken for a bug of ours. */
export function refusingGateway(): Refusing {
  let system: RunningSystem;
  const key: Record<string, string> = {};
  const call = (sent: RawRequest) => send(system.port, sent);
  beforeAll(async () => {
    system = await sharedSystem();
    key.authorization = `Bearer ${(await system.newAccount()).key}`;
  });
  afterAll(() => system?.[Symbol.asyncDispose]());
  afterEach(async () => {
    const reply = await call(postJson('/api/deposit', { value: 5000 }, key));
    expect(reply.status).toBe(201);
    const unexpected = system.runtime.logged.filter((line) =>
      line.includes('"msg":"request failed"'),
    );
    expect(unexpected).toEqual([]);
  });
  return {
    get system() {
      return system;
    },
    key,
    call,
  };
}
