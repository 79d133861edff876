import { LedgerService } from '@entrada/contracts/services';
import { type ChannelOptions, experimental } from '@grpc/grpc-js';
import { connectGrpc } from '../../src/grpc/client.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { EMPTY, serveLedger } from './ledger-server.ts';

const FOUND_WITHIN_MS = 60_000;

/** What the name leads to, at the time it is asked: DNS itself cannot be changed from here. */
let ports: readonly number[] = [];

class ChangingDns implements experimental.Resolver {
  readonly #listener: experimental.ResolverListener;
  constructor(
    _target: experimental.GrpcUri,
    listener: experimental.ResolverListener,
    _options: ChannelOptions,
  ) {
    this.#listener = listener;
  }
  updateResolution(): void {
    const endpoints = ports.map((port) => ({ addresses: [{ host: '127.0.0.1', port }] }));
    setImmediate(() => this.#listener(experimental.statusOrFromValue(endpoints), {}, null, ''));
  }
  destroy(): void {}
  static getDefaultAuthority({ path }: experimental.GrpcUri): string {
    return path;
  }
}

// Test files of a worker share grpc-js, and servers look up their own address by this resolver.
const realDns = experimental.createResolver(
  { scheme: 'dns', path: 'localhost:1' },
  () => true,
  {},
).constructor;
afterAll(() => experimental.registerResolver('dns', realDns as typeof ChangingDns));

test('an added replica soon gets calls, and a running call on another is not interrupted', async () => {
  const answer = Promise.withResolvers<typeof EMPTY>();
  const slow = async ({ accountId }: { accountId: string }) =>
    accountId === 'slow' ? answer.promise : EMPTY;
  let isReached = false;
  await using first = await serveLedger(slow);
  await using added = await serveLedger(async () => {
    isReached = true;
    return EMPTY;
  });
  experimental.registerResolver('dns', ChangingDns);
  ports = [first.port];
  using client = connectGrpc(LedgerService, {
    address: 'dns:///ledger:50051',
    timeoutMs: FOUND_WITHIN_MS,
    runtime: testRuntime(),
  });
  const underWay = client.getBalance({ accountId: 'slow' });
  await client.getBalance({});

  ports = [first.port, added.port];

  await eventually(
    async () => {
      await client.getBalance({});
      return isReached;
    },
    { timeoutMs: FOUND_WITHIN_MS },
  );
  answer.resolve(EMPTY);
  expect(await underWay).toEqual(EMPTY);
});
