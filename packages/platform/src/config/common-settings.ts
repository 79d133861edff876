import { choice, integer, optionalText, port, type Setting, url } from './settings.ts';

const POSTGRES = ['postgres:', 'postgresql:'] as const;
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** What every process of ours can be told. */
export const processSettings = {
  adminPort: port('ADMIN_PORT', 'port of /livez, /readyz and /metrics; 0 picks a free one', {
    fallback: 9090,
  }),
  adminHost: optionalHost('ADMIN_HOST', 'address the admin port listens on'),
  logLevel: choice('LOG_LEVEL', 'least severe level that is logged', LEVELS, { fallback: 'info' }),
  shutdownTimeoutMs: integer('SHUTDOWN_TIMEOUT_MS', 'time to drain after SIGTERM', {
    fallback: 20_000,
    min: 1,
  }),
};

export const grpcServerSettings = {
  grpcPort: port('GRPC_PORT', 'port of the gRPC server', { fallback: 50_051 }),
  grpcHost: optionalHost('GRPC_HOST', 'address the gRPC server listens on'),
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

/** Kafka when brokers are named, else the event log in Postgres. */
export const eventLogSettings = {
  kafkaBrokers: optionalText('KAFKA_BROKERS', 'host:port of Kafka brokers, separated by commas'),
  kafkaPrefix: optionalText(
    'KAFKA_PREFIX',
    'put before the names of topics and groups, where installations share a Kafka',
  ),
  eventsDatabaseUrl: {
    ...url('DATABASE_URL_EVENTS', 'Postgres of the event log, where there is no Kafka', {
      protocols: POSTGRES,
    }),
    fallback: undefined,
  } as Setting<string | undefined>,
};

export const cacheSettings = {
  redisUrl: {
    ...url('REDIS_URL', 'Redis shared by replicas; in-process when absent', {
      protocols: ['redis:', 'rediss:'],
    }),
    fallback: undefined,
  } as Setting<string | undefined>,
};

/** `host:port` or `dns:///host:port` of a gRPC server. */
export function grpcAddress(name: string, meaning: string): Setting<string> {
  const { schema } = optionalText(name, meaning);
  return { name, meaning, schema: schema as Setting<string>['schema'] };
}

function optionalHost(name: string, meaning: string): Setting<string> {
  return {
    name,
    meaning,
    schema: optionalText(name, meaning).schema,
    fallback: '0.0.0.0',
  } as Setting<string>;
}
