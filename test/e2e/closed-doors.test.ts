import { randomUUID, X509Certificate } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { AuthService, ChargesService, LedgerService } from '@entrada/contracts/services';
import { connectGrpc } from '@entrada/platform/grpc/client';
import { issueCertificate, newAuthority, type Pem } from '@entrada/platform/identity/authority';
import { operatorCaller, serviceCaller } from '@entrada/platform/identity/caller';
import { readPem } from '@entrada/platform/identity/certificate-folder';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { certificateFolder, testIdentity } from '@entrada/platform/testing/identity';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { HOUR_MS } from '@entrada/platform/time/units';
import { runSystem } from '../harness/run-system.ts';

const NAMES = ['auth', 'charges', 'ledger', 'webhooks'] as const;
const SERVICES = ['auth', 'charges', 'gateway', 'ledger', 'webhooks'] as const;
const DENIED = { code: 'PERMISSION_DENIED' };

const system = forTests(() => runSystem());

function runtimeAs(caller: string) {
  return { timeoutMs: 30_000, runtime: testRuntime(caller) };
}

const authAs = (caller: string) =>
  connectGrpc(AuthService, { ...runtimeAs(caller), address: system.auth.service.address });
const chargesAs = (caller: string) =>
  connectGrpc(ChargesService, { ...runtimeAs(caller), address: system.charges.service.address });
const ledgerAs = (caller: string) =>
  connectGrpc(LedgerService, { ...runtimeAs(caller), address: system.ledger.service.address });

const accountId = randomUUID();
const paymentLinkId = 'a'.repeat(32);

/** What anybody on the machine could do over the plain ports, and the services that may do it. */
const MISUSES: readonly {
  readonly what: string;
  readonly mayBy: readonly string[];
  readonly attempt: (caller: string) => Promise<unknown>;
}[] = [
  {
    what: 'mint a key',
    mayBy: ['gateway'],
    async attempt(caller) {
      using auth = authAs(caller);
      await auth.createKey({ accountId, name: 'mine', scopes: [] });
    },
  },
  {
    what: 'raise a rate limit',
    mayBy: [],
    async attempt(caller) {
      using auth = authAs(caller);
      await auth.setRateLimit({ accountId, rateLimitPerSecond: 9_999, reason: 'more' });
    },
  },
  {
    what: "write an audit line in an operator's name",
    // They pass on who decided, as the certificate of the operator says.
    mayBy: ['charges', 'ledger', 'webhooks'],
    async attempt(caller) {
      using auth = authAs(caller);
      const line = { action: 'suspense.credit', subject: 'exception:1', detail: '{}' };
      await auth.recordAudit({ actor: 'operator:alice', ...line });
    },
  },
  {
    what: 'refund a charge',
    mayBy: ['gateway'],
    async attempt(caller) {
      using charges = chargesAs(caller);
      await charges.refundCharge({ accountId, paymentLinkId, valueCents: 100 });
    },
  },
  {
    what: 'credit money from suspense',
    mayBy: [],
    async attempt(caller) {
      using ledger = ledgerAs(caller);
      await ledger.resolveSuspense({
        exceptionId: '1',
        decision: 'CREDIT',
        accountId,
        reason: 'x',
      });
    },
  },
];

const FORBIDDEN = MISUSES.flatMap((misuse) =>
  SERVICES.filter((name) => !misuse.mayBy.includes(name)).map(
    (caller) => [caller, misuse.what, misuse] as const,
  ),
);

test.each(FORBIDDEN)('the certificate of %s does not let it %s', async (caller, _what, misuse) => {
  await expect(misuse.attempt(caller)).rejects.toMatchObject(DENIED);
});

async function actorsOf(subject: string): Promise<unknown[]> {
  const stored = 'select actor from audit_entry where subject = $1';
  return (await system.auth.db.query(stored, [subject])).rows.map(({ actor }) => actor);
}

test('whom a service names is marked with its name, and it names nobody but operators', async () => {
  const subject = `test:${randomUUID()}`;
  using auth = authAs('charges');

  const line = { action: 'suspense.credit', subject, detail: '{}' };
  await auth.recordAudit({ actor: 'operator:alice', ...line });
  for (const actor of [`account:${accountId}`, 'operator:alice@ledger', 'operator:', 'key:1']) {
    await expect(auth.recordAudit({ actor, ...line })).rejects.toMatchObject(DENIED);
  }

  expect(await actorsOf(subject)).toEqual(['operator:alice@charges']);
});

test('a key that an operator creates for an account is in the audit log under the name of the operator', async () => {
  using auth = authAs('operator');

  const { accountId: owner } = await system.newAccount();
  const { apiKey } = await auth.createKey({ accountId: owner, name: 'by staff' });

  expect(await actorsOf(`key:${apiKey?.id}`)).toEqual(['operator:ana']);
});

test('an operator is in the audit log under the name in the certificate, whatever the call claims', async () => {
  const subject = `test:${randomUUID()}`;
  using auth = authAs('operator');

  const line = { action: 'suspense.credit', subject, detail: '{}' };
  await auth.recordAudit({ actor: 'operator:alice', ...line });

  expect(await actorsOf(subject)).toEqual(['operator:ana']);
});

type ShownCertificate = Pick<ConnectionOptions, 'cert' | 'key'>;

const past = { from: new Date(0), until: new Date(HOUR_MS) };
const present = () => ({
  from: new Date(Date.now() - HOUR_MS),
  until: new Date(Date.now() + HOUR_MS),
});

async function authority(name: 'services-ca' | 'operators-ca'): Promise<Pem> {
  const pem = await readPem(certificateFolder(), name);
  if (!pem) throw new Error(`${name} is missing`);
  return pem;
}

function shown({ certificate, key }: Pem): ShownCertificate {
  return { cert: certificate, key };
}

const STRANGERS: readonly (readonly [string, () => Promise<ShownCertificate>])[] = [
  ['no certificate', async () => ({})],
  [
    'an expired certificate',
    async () =>
      shown(await issueCertificate(await authority('services-ca'), serviceCaller('gateway'), past)),
  ],
  [
    'a certificate of a foreign authority',
    async () => {
      const foreign = await newAuthority('entrada services-ca', present());
      return shown(await issueCertificate(foreign, serviceCaller('gateway'), present()));
    },
  ],
  [
    'a self-signed certificate',
    async () => shown(await newAuthority('entrada services-ca', present())),
  ],
  [
    'a certificate that names nobody of ours',
    async () => {
      const nobody = serviceCaller('some/where/else');
      return shown(await issueCertificate(await authority('services-ca'), nobody, present()));
    },
  ],
  [
    'a service of the authority of operators',
    async () => {
      const gateway = serviceCaller('gateway');
      return shown(await issueCertificate(await authority('operators-ca'), gateway, present()));
    },
  ],
  [
    'an operator of the authority of services',
    async () => {
      const mallory = operatorCaller('mallory');
      return shown(await issueCertificate(await authority('services-ca'), mallory, present()));
    },
  ],
];

async function knock(name: (typeof NAMES)[number], show: ShownCertificate): Promise<void> {
  const port = Number(system[name].service.address.split(':').at(-1));
  const options = { host: '127.0.0.1', port, rejectUnauthorized: false, ALPNProtocols: ['h2'] };
  const socket = connectTls({ ...options, ...show });
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
}

async function refusedBy(name: (typeof NAMES)[number]): Promise<number> {
  const metrics = await system[name].service.runtime.metrics.metrics();
  return Number(/^rpc_connections_refused_total (\d+)$/m.exec(metrics)?.[1]);
}

/** Lines of refused connections with the address of this machine. */
function refusalsIn(name: (typeof NAMES)[number]): number {
  const { logged } = system[name].service.runtime;
  return logged.filter((line) => /"peer":"127.0.0.1".*connection refused/.test(line)).length;
}

async function expectRefusal(name: (typeof NAMES)[number], attempt: () => Promise<void>) {
  const [counted, lines] = [await refusedBy(name), refusalsIn(name)];
  await attempt();
  await eventually(async () => {
    expect(await refusedBy(name)).toBe(counted + 1);
    expect(refusalsIn(name)).toBe(lines + 1);
  });
}

describe.each(NAMES)('at the port of %s', (name) => {
  test.each(STRANGERS)('%s is refused, logged and counted', async (_what, stranger) => {
    const show = await stranger();
    await expectRefusal(name, () => knock(name, show));
  });

  test('a revoked certificate is refused, logged and counted', async () => {
    const pem = await issueCertificate(
      await authority('services-ca'),
      serviceCaller('gateway'),
      present(),
    );
    const identity = testIdentity(name);
    const { serialNumber } = new X509Certificate(pem.certificate);
    identity.replace({ ...identity.current(), revoked: new Set([serialNumber]) });
    await expectRefusal(name, () => knock(name, shown(pem)));
  });

  test('a connection without TLS is refused, logged and counted', async () => {
    const port = Number(system[name].service.address.split(':').at(-1));
    await expectRefusal(name, async () => {
      const socket = connectTcp({ host: '127.0.0.1', port });
      socket.on('error', () => {});
      socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
      await new Promise((resolve) => socket.once('close', resolve));
    });
  });
});
