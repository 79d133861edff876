import { databaseTlsSettings } from './database-tls.ts';
import { kafkaAccessSettings } from './kafka-access-settings.ts';
import {
  choice,
  integer,
  matching,
  optional,
  optionalText,
  port,
  type Setting,
  text,
  url,
} from './settings.ts';
import { telemetrySettings } from './telemetry-settings.ts';

const POSTGRES = ['postgres:', 'postgresql:'] as const;
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** Settings that every process has. */
export const processSettings = {
  adminPort: port('ADMIN_PORT', 'port of /livez, /readyz and /metrics; 0 selects a free port', {
    fallback: 9090,
  }),
  adminHost: listenHost('ADMIN_HOST', 'address the admin port listens on'),
  logLevel: choice('LOG_LEVEL', 'minimum severity of log lines', LEVELS, { fallback: 'info' }),
  shutdownTimeoutMs: integer('SHUTDOWN_TIMEOUT_MS', 'maximum time to drain after SIGTERM', {
    fallback: 20_000,
    min: 1,
  }),
  ...telemetrySettings,
};

export const grpcServerSettings = {
  grpcPort: port('GRPC_PORT', 'port of the gRPC server', { fallback: 50_051 }),
  grpcHost: listenHost('GRPC_HOST', 'address the gRPC server listens on'),
};

export function databaseUrl(service: string): Setting<string> {
  const meaning = `Postgres URL of the ${service.toLowerCase()} service`;
  return url(`DATABASE_URL_${service}`, meaning, {
    protocols: POSTGRES,
    liveProblem: unverifiedPostgres,
  });
}

export function databaseSettings(service: string) {
  return {
    databaseUrl: databaseUrl(service),
    databasePoolMax: integer('DATABASE_POOL_MAX', 'maximum number of connections in the pool', {
      fallback: 10,
      min: 1,
      max: 200,
    }),
    ...databaseTlsSettings,
  };
}

const brokers = matching(
  'KAFKA_BROKERS',
  'Kafka brokers (host:port), comma-separated; without them the event log is in Postgres',
  {
    pattern: /^\s*[\w.-]+:\d{1,5}\s*(,\s*[\w.-]+:\d{1,5}\s*)*$/,
    says: 'must be host:port, comma-separated',
  },
);

export const modeSettings = {
  mode: choice('MODE', 'live with a real bank, test with the sandbox bank', ['live', 'test']),
};

/** Kafka when brokers are configured, else the event log in Postgres. */
export const eventLogSettings = {
  kafkaBrokers: optional(brokers),
  ...kafkaAccessSettings,
  kafkaPrefix: optionalText(
    'KAFKA_PREFIX',
    'prefix of topic and group names, for installations that share a Kafka',
  ),
  kafkaReplicationFactor: integer(
    'KAFKA_REPLICATION_FACTOR',
    'replicas of each topic; live mode requires at least 3',
    { fallback: 3, min: 1, max: 9 },
  ),
  kafkaMinInsyncReplicas: integer(
    'KAFKA_MIN_INSYNC_REPLICAS',
    'replicas that must have a record before it counts as published; live mode requires at least 2',
    { fallback: 2, min: 1, max: 9 },
  ),
  eventsDatabaseUrl: optional(
    url(
      'DATABASE_URL_EVENTS',
      'Postgres URL of the event log, as the role of this service; required without Kafka',
      {
        protocols: POSTGRES,
        liveProblem: unverifiedPostgres,
      },
    ),
  ),
};

export const cacheSettings = {
  redisUrl: optional(
    url(
      'REDIS_URL',
      'Redis URL of the shared rate limits; without it each process counts for itself',
      {
        protocols: ['redis:', 'rediss:'],
        liveProblem: openRedis,
      },
    ),
  ),
  redisCaFile: optionalText(
    'REDIS_TLS_CA_FILE',
    'CA bundle for a Redis with a private CA; implies TLS, as rediss:// does',
  ),
};

/** Where a gRPC server listens, as grpc-js names it. */
export function grpcAddress(name: string, meaning: string): Setting<string> {
  return matching(name, meaning, {
    pattern: /^(dns:\/\/\/)?[\w.-]+:\d{1,5}$|^ipv4:[\d.:,]+$/,
    says: 'must be host:port or dns:///host:port',
  });
}

/** The driver takes the last of several modes. */
function unverifiedPostgres(text: string): string | undefined {
  const modes = new URL(text).searchParams.getAll('sslmode');
  if (modes.at(-1) === 'verify-full') return undefined;
  return 'must have sslmode=verify-full in live mode: add it, or leave sslmode out and set DATABASE_SSLMODE=verify-full (DATABASE_TLS_CA_FILE for a private CA)';
}

function openRedis(text: string): string | undefined {
  const { protocol, password } = new URL(text);
  if (protocol === 'rediss:' && password !== '') return undefined;
  return 'must use TLS and a password in live mode: set rediss://user:password@host';
}

function listenHost(name: string, meaning: string): Setting<string> {
  return text(name, meaning, { fallback: '0.0.0.0' });
}
