import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AuthService,
  ChargesService,
  LedgerService,
  WebhooksService,
} from '@entrada/contracts/services';
import { callersOf } from '../../src/grpc/callers.ts';
import { connectGrpc } from '../../src/grpc/client.ts';
import { serveGrpc } from '../../src/grpc/server.ts';
import { isStream, methodName, type RpcHandlers } from '../../src/grpc/types.ts';
import { issueCertificate, newAuthority, type Pem } from '../../src/identity/authority.ts';
import { operatorCaller, serviceCaller } from '../../src/identity/caller.ts';
import {
  type Credentials,
  openIdentity,
  requireOwnAuthority,
  watchIdentity,
} from '../../src/identity/identity.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { HOUR_MS } from '../../src/time/units.ts';
import { connectLedger, EMPTY, serveLedger } from './ledger-server.ts';

const from = new Date(Date.now() - HOUR_MS);
const until = new Date(Date.now() + HOUR_MS);
const good = { from, until };

let services: Pem;
let operators: Pem;
let ledger: Credentials;
beforeAll(async () => {
  services = await newAuthority('services', good);
  operators = await newAuthority('operators', good);
  ledger = await credentialsOf('ledger');
});

function credentials(pem: Pem, authority: Pem = services): Credentials {
  return {
    certificate: Buffer.from(pem.certificate),
    key: Buffer.from(pem.key),
    authority: Buffer.from(authority.certificate),
    operatorAuthority: Buffer.from(operators.certificate),
    revoked: new Set(),
  };
}

async function credentialsOf(service: string, authority: Pem = services): Promise<Credentials> {
  return credentials(await issueCertificate(authority, serviceCaller(service), good));
}

function runtimeOf(mine: Credentials) {
  const identity = openIdentity(mine);
  return { ...testRuntime(), identity };
}

async function serve(mine: Credentials = ledger) {
  const runtime = runtimeOf(mine);
  const server = await serveLedger(async () => EMPTY, { runtime });
  return { ...server, ...runtime };
}

/** For calls that wait in vain. */
function callAs(mine: Credentials, port: number) {
  return connectLedger(port, { timeoutMs: 1_000, runtime: runtimeOf(mine) });
}

test.each([
  ['with the certificate of another service', () => credentialsOf('webhooks')],
  ['that the authority of operators names', () => credentialsOf('ledger', operators)],
])('a server %s is not called', async (_which, shown) => {
  await using server = await serve(await shown());
  using client = callAs(await credentialsOf('gateway'), server.port);

  await expect(client.getBalance({})).rejects.toMatchObject({ code: 'TIMEOUT' });
});

test('a certificate that is revoked is refused, also on a connection that is open', async () => {
  const mine = await credentialsOf('gateway');
  await using server = await serve();
  using client = connectLedger(server.port, { runtime: runtimeOf(mine) });
  await client.getBalance({});

  const { serialNumber } = new X509Certificate(mine.certificate);
  server.identity.replace({ ...ledger, revoked: new Set([serialNumber]) });

  await expect(client.getBalance({})).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  using again = callAs(mine, server.port);
  await expect(again.getBalance({})).rejects.toMatchObject({ code: 'TIMEOUT' });
});

test('certificates and their authority are replaced without a failed call', async () => {
  await using server = await serve();
  const runtime = runtimeOf(await credentialsOf('gateway'));
  using client = connectLedger(server.port, { runtime });
  let isOver = false;
  let calls = 0;
  const calling = (async () => {
    for (; !isOver; calls += 1) await client.getBalance({});
  })();

  const next = await newAuthority('services', good);
  const both = Buffer.from(`${services.certificate}\n${next.certificate}`);
  server.identity.replace({ ...ledger, authority: both });
  runtime.identity.replace({ ...runtime.identity.current(), authority: both });
  server.identity.replace({ ...(await credentialsOf('ledger', next)), authority: both });
  using second = connectLedger(server.port, { runtime });
  await second.getBalance({});
  runtime.identity.replace({ ...(await credentialsOf('gateway', next)), authority: both });
  server.identity.replace({
    ...server.identity.current(),
    authority: Buffer.from(next.certificate),
  });
  using third = connectLedger(server.port, { runtime });
  await third.getBalance({});

  isOver = true;
  await calling;
  expect(calls).toBeGreaterThan(0);
});

test('a certificate that other services would refuse is not used', async () => {
  const foreign = await newAuthority('services', good);
  const between = await credentialsOf('ledger', foreign);

  expect(() => requireOwnAuthority(ledger)).not.toThrow();
  expect(() => requireOwnAuthority({ ...between, authority: ledger.authority })).toThrow(
    'not issued by an authority of the authority file',
  );
});

test('files that do not fit together are refused', async () => {
  const other = await credentialsOf('ledger');
  expect(() => openIdentity({ ...ledger, key: other.key })).toThrow('not that of the certificate');
});

test('an authority of operators and a revocation that are made later take effect without a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-late-'));
  const mine = await credentialsOf('ledger');
  const path = (name: string) => join(folder, name);
  for (const part of ['certificate', 'key', 'authority'] as const) {
    writeFileSync(path(part), mine[part]);
  }
  const runtime = testRuntime();
  try {
    using identity = await watchIdentity(
      {
        tlsCertFile: path('certificate'),
        tlsKeyFile: path('key'),
        tlsCaFile: path('authority'),
        tlsOperatorCaFile: path('operators'),
        tlsRevokedFile: path('revoked'),
      },
      runtime,
    );
    await using server = await serveLedger(async () => EMPTY, {
      runtime: { ...runtime, identity },
    });
    const pem = await issueCertificate(operators, operatorCaller('ana'), good);
    const callAsAna = async () => {
      using ana = callAs(credentials(pem), server.port);
      return await ana.getBalance({}).then(
        () => 'admitted',
        () => 'refused',
      );
    };
    expect(await callAsAna()).toBe('refused');
    writeFileSync(path('operators'), operators.certificate);
    await eventually(async () => expect(await callAsAna()).toBe('admitted'));
    writeFileSync(path('revoked'), `${new X509Certificate(pem.certificate).serialNumber}\n`);
    await eventually(async () => expect(await callAsAna()).toBe('refused'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const CALLERS = ['auth', 'charges', 'gateway', 'ledger', 'operator', 'webhooks'];
const SERVICES = [
  ['auth', AuthService],
  ['charges', ChargesService],
  ['ledger', LedgerService],
  ['webhooks', WebhooksService],
] as const;

type Any = { new (...args: never[]): unknown; service: object };
type Client = Record<string, (request: object, options?: object) => Promise<unknown>> & Disposable;
type Rpc = Parameters<typeof callersOf>[0] & { readonly responseStream: boolean };

/** Every method is there and replies with nothing. */
function handlersOf(definition: object): RpcHandlers<typeof LedgerService.service> {
  const handlers = Object.entries(definition).map(([rpc, method]) => [
    methodName(rpc),
    isStream(rpc, method) ? emptyStream : async () => ({}),
  ]);
  return Object.fromEntries(handlers);
}

async function* emptyStream() {}

async function isAdmitted(client: Client, rpc: string, method: Rpc): Promise<boolean> {
  const call = client[methodName(rpc)];
  const read = async () => {
    const options = { signal: new AbortController().signal, silenceMaxMs: 5_000 };
    const replies = call?.({}, options) as unknown as AsyncIterable<unknown>;
    for await (const _ of replies);
  };
  const made = isStream(rpc, method) ? read() : call?.({});
  return Promise.resolve(made).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code !== 'PERMISSION_DENIED') throw error;
      return false;
    },
  );
}

test.each(SERVICES)(
  'each method of %s admits the callers that it lists, and no other',
  async (name, service) => {
    const { service: definition } = service as unknown as Any;
    await using server = await serveGrpc(definition as never, handlersOf(definition) as never, {
      host: '127.0.0.1',
      port: 0,
      runtime: testRuntime(name),
    });
    const address = `127.0.0.1:${server.port}`;
    for (const caller of CALLERS) {
      const options = { address, timeoutMs: 30_000, runtime: testRuntime(caller) };
      using client = connectGrpc(service as never, options) as unknown as Client;
      for (const [rpc, method] of Object.entries(definition) as [string, Rpc][]) {
        const found = { caller, rpc, isAdmitted: await isAdmitted(client, rpc, method) };
        expect(found).toEqual({ caller, rpc, isAdmitted: callersOf(method).has(caller) });
      }
    }
  },
);

test.each(SERVICES)(
  '%s lists known callers only, and never lets everybody in',
  (_name, service) => {
    const { service: definition } = service as unknown as Any;
    for (const method of Object.values(definition) as Rpc[]) {
      const callers = [...callersOf(method)];
      expect(CALLERS).toEqual(expect.arrayContaining(callers));
      expect(callers.length).toBeLessThan(CALLERS.length);
    }
  },
);
