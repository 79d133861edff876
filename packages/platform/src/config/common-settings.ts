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

const POSTGRES = ['postgres:', 'postgresql:'] as const;
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** Settings that every process has. */
export const processSettings = {
  adminPort: port('ADMIN_PORT', 'port of /livez, /readyz and /metrics; 0 picks a free one', {
    fallback: 9090,
  }),
  adminHost: listenHost('ADMIN_HOST', 'address the admin port listens on'),
  logLevel: choice('LOG_LEVEL', 'least severe level that is logged', LEVELS, { fallback: 'info' }),
  shutdownTimeoutMs: integer('SHUTDOWN_TIMEOUT_MS', 'time to drain after SIGTERM', {
    fallback: 20_000,
    min: 1,
  }),
};

export const grpcServerSettings = {
  grpcPort: port('GRPC_PORT', 'port of the gRPC server', { fallback: 50_051 }),
  grpcHost: listenHost('GRPC_HOST', 'address the gRPC server listens on'),
};

export function databaseSettings(service: string) {
  return {
    databaseUrl: url(
      `DATABASE_URL_${service}`,
      `Postgres of the ${service.toLowerCase()} service`,
      {
        protocols: POSTGRES,
      },
    ),
    databasePoolMax: integer('DATABASE_POOL_MAX', 'connections held at most', {
      fallback: 10,
      min: 1,
      max: 200,
    }),
  };
}

const brokers = matching('KAFKA_BROKERS', 'Kafka brokers, separated by commas', {
  pattern: /^\s*[\w.-]+:\d{1,5}\s*(,\s*[\w.-]+:\d{1,5}\s*)*$/,
  says: 'must be host:port, separated by commas',
});

/** Kafka when brokers are configured, else the event log in Postgres. */
export const eventLogSettings = {
  mode: choice('MODE', 'live with a real bank, test with the sandbox bank', ['live', 'test'], {
    fallback: 'test',
  }),
  kafkaBrokers: optional(brokers),
  kafkaPrefix: optionalText(
    'KAFKA_PREFIX',
    'put before the names of topics and groups, where installations share a Kafka',
  ),
  kafkaReplicationFactor: integer(
    'KAFKA_REPLICATION_FACTOR',
    'how many brokers hold each record; live mode needs at least 3',
    { fallback: 3, min: 1, max: 9 },
  ),
  kafkaMinInsyncReplicas: integer(
    'KAFKA_MIN_INSYNC_REPLICAS',
    'how many of them must have a record before it counts as published; live mode needs at least 2',
    { fallback: 2, min: 1, max: 9 },
  ),
  eventsDatabaseUrl: optional(
    url('DATABASE_URL_EVENTS', 'Postgres of the event log, where there is no Kafka', {
      protocols: POSTGRES,
    }),
  ),
};

export const cacheSettings = {
  redisUrl: optional(
    url('REDIS_URL', 'Redis shared by replicas; in-process when absent', {
      protocols: ['redis:', 'rediss:'],
    }),
  ),
};

/** Where a gRPC server listens, as grpc-js names it. */
export function grpcAddress(name: string, meaning: string): Setting<string> {
  return matching(name, meaning, {
    pattern: /^(dns:\/\/\/)?[\w.-]+:\d{1,5}$|^ipv4:[\d.:,]+$/,
    says: 'must be host:port or dns:///host:port',
  });
}

function listenHost(name: string, meaning: string): Setting<string> {
  return text(name, meaning, { fallback: '0.0.0.0' });
}
