import { SASL_MECHANISMS } from '../events/kafka/client.ts';
import {
  choice,
  type EnvSource,
  integer,
  matching,
  optional,
  optionalText,
  port,
  ratio,
  type Setting,
  text,
  url,
} from './settings.ts';

const HTTP = ['http:', 'https:'] as const;

const SAMPLERS = [
  'parentbased_traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'traceidratio',
  'always_on',
  'always_off',
] as const;

/** Where traces go and which ones; the names are those of OpenTelemetry. */
export const telemetrySettings = {
  otlpEndpoint: optional(
    url(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'where traces are sent, by OTLP over HTTP; without it nothing is traced',
      { protocols: HTTP },
    ),
  ),
  tracesSampler: choice(
    'OTEL_TRACES_SAMPLER',
    'which requests are traced: all, none, or OTEL_TRACES_SAMPLER_ARG of them; with parentbased_ a caller that has decided is followed',
    SAMPLERS,
    { fallback: 'parentbased_traceidratio' },
  ),
  tracesRatio: ratio('OTEL_TRACES_SAMPLER_ARG', 'share of requests that are traced, 0 to 1', {
    fallback: 1,
  }),
  resourceAttributes: optional(
    matching(
      'OTEL_RESOURCE_ATTRIBUTES',
      'attributes of every trace, such as deployment.environment.name=production,team=operations',
      {
        pattern: /^[\w.-]+=[^,=\s]*(,[\w.-]+=[^,=\s]*)*$/,
        says: 'must be name=value, comma-separated',
      },
    ),
  ),
};

const URL_VARIABLE = /^DATABASE_URL_/;

/** How the connection to Postgres is protected; what a URL says itself goes before. */
const databaseTlsSettings = {
  databaseSslMode: optional(
    choice(
      'DATABASE_SSLMODE',
      'verify-full encrypts connections to Postgres and checks its certificate and name, disable does neither; the default is that of the URL',
      ['disable', 'verify-full'],
    ),
  ),
  databaseCaFile: optionalText(
    'DATABASE_TLS_CA_FILE',
    'CA bundle for a Postgres with a private CA, read for each connection; implies verify-full',
  ),
};

/**
 * The environment with every DATABASE_URL_* completed by the settings above, as parameters that the driver reads. So they
 * hold for services, migrations and commands alike.
 */
export function withDatabaseTls(env: EnvSource): EnvSource {
  const { DATABASE_TLS_CA_FILE: caFile, DATABASE_SSLMODE: mode = caFile && 'verify-full' } = env;
  if (!mode) return env;
  const complete = ([name, value]: [string, string | undefined]) => [
    name,
    value && URL_VARIABLE.test(name) ? completed(value, { mode, caFile }) : value,
  ];
  return Object.fromEntries(Object.entries(env).map(complete));
}

type Tls = { readonly mode: string; readonly caFile?: string | undefined };

function completed(text: string, { mode, caFile }: Tls): string {
  // The parser of the setting says what is wrong with it.
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (!url.searchParams.has('sslmode')) url.searchParams.set('sslmode', mode);
  const isEncrypted = url.searchParams.get('sslmode') !== 'disable';
  if (isEncrypted && caFile && !url.searchParams.has('sslrootcert')) {
    url.searchParams.set('sslrootcert', caFile);
  }
  return url.href;
}

/** How brokers and this service know each other. */
const kafkaAccessSettings = {
  kafkaTls: choice(
    'KAFKA_TLS',
    'whether Kafka is reached over TLS; live mode requires it',
    ['true', 'false'],
    { fallback: 'false' },
  ),
  kafkaCaFile: optionalText(
    'KAFKA_TLS_CA_FILE',
    'CA bundle for brokers with a private CA; the default is that of the machine',
  ),
  kafkaCertFile: optionalText(
    'KAFKA_TLS_CERT_FILE',
    'certificate by which brokers know this service; live mode requires it or KAFKA_SASL_MECHANISM',
  ),
  kafkaKeyFile: optionalText('KAFKA_TLS_KEY_FILE', 'key of KAFKA_TLS_CERT_FILE'),
  kafkaSaslMechanism: optional(
    choice(
      'KAFKA_SASL_MECHANISM',
      'how this service logs in to Kafka, where it has no certificate',
      SASL_MECHANISMS,
    ),
  ),
  kafkaSaslUsername: optionalText(
    'KAFKA_SASL_USERNAME',
    'user of this service at Kafka; with oauthbearer its client id',
  ),
  kafkaSaslPassword: optionalText(
    'KAFKA_SASL_PASSWORD',
    'password of KAFKA_SASL_USERNAME; with oauthbearer its client secret',
  ),
  kafkaSaslTokenUrl: optionalText(
    'KAFKA_SASL_TOKEN_URL',
    'where oauthbearer gets its tokens, by client credentials',
  ),
};

const POSTGRES = ['postgres:', 'postgresql:'] as const;
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** Settings that every process has. */
export const processSettings = {
  adminPort: port('ADMIN_PORT', 'port of /livez, /readyz and /metrics; 0 selects a free port', {
    fallback: 9090,
  }),
  listenHost: text('LISTEN_HOST', 'address that every port of the process listens on', {
    fallback: '0.0.0.0',
  }),
  logLevel: choice('LOG_LEVEL', 'minimum severity of log lines', LEVELS, { fallback: 'info' }),
  shutdownTimeoutMs: integer('SHUTDOWN_TIMEOUT_MS', 'maximum time to drain after SIGTERM', {
    fallback: 20_000,
    min: 1,
  }),
  ...telemetrySettings,
};

export const grpcServerSettings = {
  grpcPort: port('GRPC_PORT', 'port of the gRPC server', { fallback: 50_051 }),
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

/** The environment of this process: the only place that reads it for the services. */
export function processEnv(): EnvSource {
  return withDatabaseTls(process.env);
}
