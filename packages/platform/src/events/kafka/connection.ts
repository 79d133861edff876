import { readFileSync } from 'node:fs';
import type { SASLOptions } from 'kafkajs';
import { openTokens } from './oauth-token.ts';

/** The part of the settings that says how brokers are reached; see `kafkaSettings`. */
export type KafkaConnectionConfig = {
  readonly kafkaBrokers?: string | undefined;
  readonly kafkaTls?: 'true' | 'false' | undefined;
  readonly kafkaCaFile?: string | undefined;
  readonly kafkaCertFile?: string | undefined;
  readonly kafkaKeyFile?: string | undefined;
  readonly kafkaSaslMechanism?: SaslMechanism | undefined;
  readonly kafkaSaslUsername?: string | undefined;
  readonly kafkaSaslPassword?: string | undefined;
  readonly kafkaSaslTokenUrl?: string | undefined;
};

export const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer'] as const;
type SaslMechanism = (typeof SASL_MECHANISMS)[number];

type TlsFiles = {
  readonly ca?: Buffer | undefined;
  readonly cert?: Buffer | undefined;
  readonly key?: Buffer | undefined;
};

export type KafkaConnection = {
  readonly brokers: readonly string[];
  /** Read again for each connection, so that renewed certificates need no restart. Null: no TLS. */
  readonly tls: (() => TlsFiles) | null;
  readonly sasl: SASLOptions | null;
};

export function kafkaConnectionOf(config: KafkaConnectionConfig): KafkaConnection {
  const read = (file: string | undefined) => (file ? readFileSync(file) : undefined);
  return {
    brokers: listed(config.kafkaBrokers ?? ''),
    tls:
      config.kafkaTls === 'true'
        ? () => ({
            ca: read(config.kafkaCaFile),
            cert: read(config.kafkaCertFile),
            key: read(config.kafkaKeyFile),
          })
        : null,
    sasl: saslOf(config),
  };
}

function saslOf(config: KafkaConnectionConfig): SASLOptions | null {
  const { kafkaSaslMechanism: mechanism } = config;
  if (!mechanism) return null;
  const { kafkaSaslUsername: username = '', kafkaSaslPassword: password = '' } = config;
  if (mechanism !== 'oauthbearer') return { mechanism, username, password };
  const { kafkaSaslTokenUrl: tokenUrl = '' } = config;
  const oauthBearerProvider = openTokens({ tokenUrl, clientId: username, clientSecret: password });
  return { mechanism, oauthBearerProvider };
}

/** The entries of `KAFKA_BROKERS`. */
function listed(brokers: string): string[] {
  return brokers
    .split(',')
    .map((broker) => broker.trim())
    .filter((broker) => broker !== '');
}

/** For `readConfig`. In live mode what goes to the brokers can neither be read nor changed on its way. */
export function kafkaConnectionProblems(
  config: KafkaConnectionConfig & { readonly mode?: 'live' | 'test' | undefined },
): string[] {
  const { kafkaTls, kafkaCertFile, kafkaKeyFile, kafkaSaslMechanism } = config;
  const hasLogin = Boolean(config.kafkaSaslUsername && config.kafkaSaslPassword);
  const hasCertificate = Boolean(kafkaCertFile && kafkaKeyFile);
  return [
    ...(Boolean(kafkaCertFile) === Boolean(kafkaKeyFile)
      ? []
      : ['KAFKA_TLS_CERT_FILE and KAFKA_TLS_KEY_FILE are required together']),
    ...(kafkaSaslMechanism && !hasLogin
      ? ['KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD are required with KAFKA_SASL_MECHANISM']
      : []),
    ...tokenProblems(config),
    ...(config.mode === 'live' && kafkaTls !== 'true'
      ? ['KAFKA_TLS must be true in live mode']
      : []),
    ...(config.mode === 'live' && !kafkaSaslMechanism && !hasCertificate
      ? [
          'KAFKA_SASL_MECHANISM, or KAFKA_TLS_CERT_FILE and KAFKA_TLS_KEY_FILE, is required in live mode: brokers must know the service',
        ]
      : []),
  ];
}

function tokenProblems({
  mode,
  kafkaSaslMechanism,
  kafkaSaslTokenUrl,
}: KafkaConnectionConfig & { readonly mode?: 'live' | 'test' | undefined }): string[] {
  if (kafkaSaslMechanism !== 'oauthbearer') return [];
  const url = URL.parse(kafkaSaslTokenUrl ?? '');
  if (!url) return ['KAFKA_SASL_TOKEN_URL must be a URL with KAFKA_SASL_MECHANISM=oauthbearer'];
  return mode === 'live' && url.protocol !== 'https:'
    ? ['KAFKA_SASL_TOKEN_URL must be https in live mode']
    : [];
}
