import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { EVENT_FLOWS } from '@entrada/contracts/topics';
import { eventKeyName } from '@entrada/platform/events/mac';
import { identityEnv } from '@entrada/platform/identity/certificate-folder';
import { cacheFolder } from './provision/cache-folder.ts';
import type { Program } from './supervise.ts';

/** Secrets of one installation; they outlive a restart, or stored keys and secrets would be lost. */
export type Secrets = {
  readonly keyPepper: string;
  readonly authSecretKey: string;
  readonly authAuditKey: string;
  readonly webhookSecretKey: string;
  readonly bankClientSecret: string;
  readonly callbackSecret: string;
  /** Ed25519, PKCS#8 in base64. */
  readonly ledgerSigningKey: string;
  /** By the names of their variables: a key for each producer and consumer of events. */
  readonly eventKeys: Readonly<Record<string, string>>;
};

export type Ports = Readonly<Record<PortName, number>>;
type PortName =
  | 'public'
  | 'bank'
  | 'mail'
  | 'auth'
  | 'charges'
  | 'ledger'
  | 'webhooks'
  | `${ServiceName}Admin`;
type ServiceName = 'bank' | 'auth' | 'charges' | 'ledger' | 'webhooks' | 'gateway';

/** All but the bank, which speaks the Pix API. */
export const GRPC_SERVICES = ['auth', 'charges', 'ledger', 'webhooks', 'gateway'] as const;

export type Installation = {
  /**
   * As the server's administrator; services get the same databases as roles of their own: `service` is the one that
   * opens it, where it is not the one of its name.
   */
  readonly databaseUrl: (name: string, service?: string) => string;
  /** The event log in Postgres when absent. */
  readonly kafkaBrokers?: string | undefined;
  /** In-process cache when absent. */
  readonly redisUrl?: string | undefined;
  readonly secrets: Secrets;
  /** The folder with the certificate of each service. */
  readonly certificates: string;
  readonly ports: Ports;
  readonly logLevel: string;
  /** Settings laid over every program's own. */
  readonly env?: Readonly<Record<string, string>>;
};

/**
 * As in the image. Requests leave much to collect after a short life: where memory is limited, V8 has
 * so little room for it that it keeps looking through the whole heap instead.
 */
export const NODE_FLAGS = '--max-semi-space-size=64';

/** A start needs half the CPU time when its modules are compiled already. */
const NODE_ENVIRONMENT = { NODE_OPTIONS: NODE_FLAGS, NODE_COMPILE_CACHE: cacheFolder('compiled') };

/** For a Kafka of one node, as developers and tests have it. */
export const ONE_BROKER = {
  KAFKA_REPLICATION_FACTOR: '1',
  KAFKA_MIN_INSYNC_REPLICAS: '1',
} as const;

const LOOPBACK = '127.0.0.1';
const PIX_KEY = 'deposits@entrada.example';
const BANK_CLIENT = 'entrada';

/** The sandbox bank and the five services, each with the addresses of the others, on loopback only. */
export function programsOf(installation: Installation): Program[] {
  const { secrets, ports, databaseUrl } = installation;
  const eventLog = (name: string): Record<string, string> =>
    installation.kafkaBrokers
      ? { KAFKA_BROKERS: installation.kafkaBrokers, ...ONE_BROKER }
      : { DATABASE_URL_EVENTS: databaseUrl('events', name) };
  const baseUrl = baseUrlOf(ports);
  const service = (name: ServiceName, own: Record<string, string>): Program => ({
    name,
    main: name === 'bank' ? 'sandbox/bank/src/main.ts' : `services/${name}/src/main.ts`,
    env: {
      ...NODE_ENVIRONMENT,
      LOG_LEVEL: installation.logLevel,
      LISTEN_HOST: LOOPBACK,
      ADMIN_PORT: String(ports[`${name}Admin`]),
      ...(name === 'bank' ? {} : { MODE: 'test', ...identityEnv(installation.certificates, name) }),
      ...own,
      ...installation.env,
    },
  });
  const eventKeys = (name: string) => eventKeysOf(name, secrets);
  const grpc = (port: number) => ({ LISTEN_HOST: LOOPBACK, GRPC_PORT: String(port) });
  return [
    service('bank', sandboxBankEnv(installation)),
    service('auth', { ...grpc(ports.auth), ...authEnv(installation) }),
    service('charges', {
      ...grpc(ports.charges),
      ...eventLog('charges'),
      ...eventKeys('charges'),
      DATABASE_URL_CHARGES: databaseUrl('charges'),
      AUTH_ADDRESS: address(ports.auth),
      LEDGER_ADDRESS: address(ports.ledger),
      ...bankEnv(installation),
    }),
    service('ledger', {
      ...grpc(ports.ledger),
      ...eventLog('ledger'),
      ...eventKeys('ledger'),
      DATABASE_URL_LEDGER: databaseUrl('ledger'),
      LEDGER_SIGNING_KEY: secrets.ledgerSigningKey,
      ...peerAddresses(ports),
      ...bankEnv(installation),
    }),
    service('webhooks', {
      ...grpc(ports.webhooks),
      ...eventLog('webhooks'),
      ...eventKeys('webhooks'),
      DATABASE_URL_WEBHOOKS: databaseUrl('webhooks'),
      AUTH_ADDRESS: address(ports.auth),
      WEBHOOKS_SECRET_KEY: secrets.webhookSecretKey,
      // Receivers on the developer's own machine, and nothing else that is not public.
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_HOSTS: 'localhost',
      WEBHOOK_REFUSED_PORTS: ownPorts(installation).join(','),
    }),
    service('gateway', {
      LISTEN_HOST: LOOPBACK,
      PORT: String(ports.public),
      PUBLIC_BASE_URL: baseUrl,
      ...peerAddresses(ports),
      ...sandboxEnv(ports),
      PROVIDER_CALLBACK_SECRET: secrets.callbackSecret,
      // Nothing before it would send requests to one that stops, and Ctrl-C should not wait.
      KEEP_ALIVE_DRAIN_MS: '0',
      ...(installation.redisUrl ? { REDIS_URL: installation.redisUrl } : {}),
    }),
  ];
}

/** Those of the events that a service publishes or consumes. */
export function eventKeysOf(
  service: string,
  { eventKeys }: Pick<Secrets, 'eventKeys'>,
): Record<string, string> {
  const names = EVENT_FLOWS.filter(
    ({ producer, consumer }) => producer === service || consumer === service,
  ).map(({ producer, consumer }) => eventKeyName(producer, consumer));
  return Object.fromEntries(names.map((name) => [name, eventKeys[name] ?? '']));
}

/** Of the services and of the servers behind them; a webhook must not reach any of them. */
function ownPorts({ ports, databaseUrl, redisUrl, kafkaBrokers = '' }: Installation): number[] {
  const urls = [databaseUrl('webhooks'), ...(redisUrl ? [redisUrl] : [])];
  const brokers = kafkaBrokers.split(',').map((broker) => Number(broker.split(':').at(-1)));
  const servers = [...urls.map((url) => Number(new URL(url).port)), ...brokers];
  return [...Object.values(ports), ...servers].filter((port) => port > 0);
}

function sandboxBankEnv({ secrets, ports, databaseUrl }: Installation): Record<string, string> {
  return {
    DATABASE_URL_BANK: databaseUrl('bank'),
    LISTEN_HOST: LOOPBACK,
    HTTP_PORT: String(ports.bank),
    SMTP_PORT: String(ports.mail),
    BANK_CLIENT_ID: BANK_CLIENT,
    BANK_CLIENT_SECRET: secrets.bankClientSecret,
    BANK_SCRIPTED_AMOUNTS: 'true',
  };
}

function authEnv({ secrets, ports, databaseUrl }: Installation): Record<string, string> {
  return {
    DATABASE_URL_AUTH: databaseUrl('auth'),
    AUTH_KEY_PEPPER: secrets.keyPepper,
    AUTH_SECRET_KEY: secrets.authSecretKey,
    AUTH_AUDIT_KEY: secrets.authAuditKey,
    SMTP_URL: `smtp://${address(ports.mail)}`,
    PUBLIC_BASE_URL: baseUrlOf(ports),
  };
}

function peerAddresses(ports: Ports): Record<string, string> {
  return {
    AUTH_ADDRESS: address(ports.auth),
    CHARGES_ADDRESS: address(ports.charges),
    LEDGER_ADDRESS: address(ports.ledger),
    WEBHOOKS_ADDRESS: address(ports.webhooks),
  };
}

/** Its payers, and its page for browsers. */
function sandboxEnv(ports: Ports): Record<string, string> {
  return {
    SANDBOX_URL: bankUrlOf(ports),
    SANDBOX_PUBLIC_URL: bankUrlOf(ports),
  };
}

/** What charges, and the auditor, must know of the sandbox bank. */
function bankEnv({ secrets, ports }: Installation): Record<string, string> {
  return {
    PROVIDER_URL: bankUrlOf(ports),
    PROVIDER_CLOCK: 'sandbox',
    PROVIDER_CLIENT_ID: BANK_CLIENT,
    PROVIDER_CLIENT_SECRET: secrets.bankClientSecret,
    PROVIDER_PIX_KEY: PIX_KEY,
    PROVIDER_WEBHOOK_URL: `${baseUrlOf(ports)}/provider/${secrets.callbackSecret}`,
  };
}

export function baseUrlOf({ public: port }: Ports): string {
  return `http://localhost:${port}`;
}

export function bankUrlOf({ bank }: Ports): string {
  return `http://localhost:${bank}`;
}

/** Where the services serve metrics and probes. */
export function adminAddressesOf(ports: Ports): string[] {
  return GRPC_SERVICES.map((name) => address(ports[`${name}Admin`]));
}

export function address(port: number): string {
  return `${LOOPBACK}:${port}`;
}

export function newSecrets(): Secrets {
  return {
    keyPepper: randomBytes(32).toString('base64'),
    authSecretKey: randomBytes(32).toString('base64'),
    authAuditKey: randomBytes(32).toString('base64'),
    webhookSecretKey: randomBytes(32).toString('base64'),
    bankClientSecret: randomBytes(24).toString('hex'),
    callbackSecret: randomBytes(24).toString('hex'),
    ledgerSigningKey: generateKeyPairSync('ed25519')
      .privateKey.export({ type: 'pkcs8', format: 'der' })
      .toString('base64'),
    eventKeys: Object.fromEntries(
      EVENT_FLOWS.map(({ producer, consumer }) => [
        eventKeyName(producer, consumer),
        randomBytes(32).toString('base64'),
      ]),
    ),
  };
}
