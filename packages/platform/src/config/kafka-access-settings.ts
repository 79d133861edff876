import { SASL_MECHANISMS } from '../events/kafka/connection.ts';
import { choice, optional, optionalText } from './settings.ts';

/** How brokers and this service know each other. */
export const kafkaAccessSettings = {
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
