import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { EVENT_FLOWS } from '@entrada/contracts/topics';
import { eventKeyName } from '@entrada/platform/events/mac';
import type { Secrets } from './programs.ts';

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
