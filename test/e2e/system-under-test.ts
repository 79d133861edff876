import { randomBytes } from 'node:crypto';
import { Entrada } from '@entrada/client/entrada';
import { openReceiver, type Receiver } from '@entrada/deposit-check/webhook-receiver';
import { copyTemplate } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { freePort } from '@entrada/platform/testing/free-port';
import { certificateFolder } from '@entrada/platform/testing/identity';
import { type Installation, newSecrets, programsOf } from '../../packages/launcher/src/programs.ts';
import { seed } from '../../packages/launcher/src/seed.ts';
import { supervise, type Watcher } from '../../packages/launcher/src/supervise.ts';
import {
  choosePorts,
  DATABASES,
  type System,
  startSystem,
} from '../../packages/launcher/src/system.ts';

type Env = Readonly<Record<string, string>>;

/** Which engines the services run on; the embedded profile has neither Kafka nor Redis. */
export type Profile = {
  readonly kafkaBrokers?: string | undefined;
  readonly redisUrl?: string | undefined;
  /** Settings laid over every program's own. */
  readonly env?: Env;
  /** Gets every line that a program logs. */
  readonly onLine?: (program: string, line: string) => void;
  readonly logLevel?: string;
  /** Where services find the database of a name, when it is not the port of the server itself. */
  readonly databasePort?: (name: string) => number | undefined;
  /** The folder with their certificates, when it is not that of all tests. */
  readonly certificates?: string;
};

const LINES_KEPT = 200;
const START_MAX_MS = 120_000;
/** For tests in which every call must succeed, however long the machine stalls. */
export const PATIENCE: Env = { REQUEST_TIMEOUT_MS: '60000', PROVIDER_TIMEOUT_MS: '30000' };
/** Tests make more requests with one key than a client may, on a machine that other tests keep busy. */
const NO_LIMITS = {
  RATE_LIMIT_PER_SECOND: '100000',
  RATE_LIMIT_BURST: '100000',
  OVERLOAD_DELAY_MS: '60000',
};

export type SystemUnderTest = System & {
  /** What the programs logged last, to explain a failure. */
  lastLines(): string;
  /** Where a service, the bank included, keeps its data. */
  databaseUrl(name: string): string;
  /** The part of the address that only the bank knows. */
  readonly callbackSecret: string;
  readonly kafkaPrefix: string;
  /** The gateway that the system began with. */
  readonly gateway: Gateway;
  /** With settings of its own laid over those of the first. */
  startAnotherGateway(env?: Env): Promise<Gateway & AsyncDisposable>;
};

export type Gateway = { readonly baseUrl: string; readonly adminUrl: string };

/** The five services and the bank as processes, on databases of their own. */
export async function startSystemUnderTest(profile: Profile): Promise<SystemUnderTest> {
  const adminUrl = process.env.TEST_POSTGRES_URL ?? '';
  const prefix = `e2e_${randomBytes(5).toString('hex')}`;
  const databaseUrl = (name: string) =>
    withDatabase(adminUrl, `${prefix}_${name}`, profile.databasePort?.(name));
  const secrets = newSecrets();
  const lines: string[] = [];
  const keep = (line: string) => {
    lines.push(line);
    if (lines.length > LINES_KEPT) lines.shift();
  };
  const installation: Installation = {
    databaseUrl,
    ...profile,
    env: { ...NO_LIMITS, ...profile.env, KAFKA_PREFIX: `${prefix}.` },
    secrets,
    certificates: profile.certificates ?? certificateFolder(),
    ports: await choosePorts(),
    logLevel: profile.logLevel ?? 'warn',
  };
  const watcher: Watcher = {
    line(name, line) {
      keep(`${name} ${line}`);
      profile.onLine?.(name, line);
    },
    fell: (name, how) => keep(`${name} fell: ${how}`),
  };
  // The launcher migrates too; on a copy of the migrated template it has nothing left to do.
  await Promise.all(DATABASES.map((name) => copyTemplate(name, `${prefix}_${name}`)));
  const system = await startSystem(installation, { adminUrl, say: keep, ...watcher }).catch(
    (cause: Error) => {
      throw new Error(`${cause.message}; last was said:\n${lines.join('\n')}`, { cause });
    },
  );
  const { callbackSecret } = secrets;
  return {
    ...system,
    databaseUrl,
    callbackSecret,
    kafkaPrefix: `${prefix}.`,
    gateway: { baseUrl: system.baseUrl, adminUrl: local(system.ports.gatewayAdmin) },
    startAnotherGateway: (env = {}) => startAnotherGateway(installation, watcher, env),
    lastLines: () => lines.join('\n'),
  };
}

/** With the settings of the first, on ports of its own. */
async function startAnotherGateway(installation: Installation, watcher: Watcher, own: Env) {
  const [port, adminPort] = [await freePort(), await freePort()];
  const first = programsOf(installation).find(({ name }) => name === 'gateway');
  if (!first) throw new Error('there is no gateway');
  const env = { ...first.env, ...own, PORT: String(port), ADMIN_PORT: String(adminPort) };
  const program = supervise({ ...first, env }, watcher);
  const gateway = { baseUrl: local(port), adminUrl: local(adminPort) };
  await eventually(async () => (await fetch(`${gateway.adminUrl}/readyz`)).ok, {
    timeoutMs: START_MAX_MS,
  });
  return { ...gateway, [Symbol.asyncDispose]: () => program.stop() };
}

function local(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function withDatabase(adminUrl: string, name: string, port?: number): string {
  const url = new URL(adminUrl);
  if (port !== undefined) url.port = String(port);
  url.pathname = `/${name}`;
  return url.href;
}

export type Holder = AsyncDisposable & {
  readonly api: Entrada;
  readonly apiKey: string;
  readonly receiver: Receiver;
  readonly webhookSecret: string;
};

/** An account holder with a key and a webhook endpoint that is listening. */
export async function newHolder(
  system: Parameters<typeof seed>[0] & Pick<System, 'baseUrl'>,
): Promise<Holder> {
  const receiver = await openReceiver();
  const name = `holder-${randomBytes(4).toString('hex')}`;
  const account = {
    name,
    email: `${name}@entrada.example`,
    password: randomBytes(12).toString('hex'),
  };
  const seeded = await seed(system, { ...account, webhookUrl: receiver.url });
  return {
    api: new Entrada({ baseUrl: system.baseUrl, apiKey: seeded.apiKey }),
    apiKey: seeded.apiKey,
    receiver,
    webhookSecret: seeded.webhookSecret ?? '',
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}
