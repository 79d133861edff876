import { requiredAddress } from './environment.ts';

export function testKafkaBrokers(): string[] {
  return requiredAddress('TEST_KAFKA_BROKERS').split(',');
}
