import { withDatabaseTls } from '@entrada/platform/config/common-settings';
import { type EnvSource, readConfig } from '@entrada/platform/config/settings';
import { eventLogProblems } from '@entrada/platform/events/open-event-log';
import { settings as migration } from '@entrada/platform/migrate';
import { newSecrets } from '../../packages/launcher/src/programs.ts';
import { loadConfig as loadBank } from '../../sandbox/bank/src/config.ts';
import { loadConfig as loadAuth } from '../../services/auth/src/config.ts';
import { loadConfig as loadCharges } from '../../services/charges/src/config.ts';
import { loadConfig as loadGateway } from '../../services/gateway/src/config.ts';
import { loadConfig as loadLedger } from '../../services/ledger/src/config.ts';
import { loadConfig as loadWebhooks } from '../../services/webhooks/src/config.ts';
import type { Manifest } from './open-cluster.ts';

/** Parses the environment of a program as the program itself does, and throws what it would say. */
type Load = (env: EnvSource) => Record<string, unknown>;

const LOADERS: Readonly<Record<string, Load>> = {
  auth: loadAuth,
  charges: loadCharges,
  ledger: loadLedger,
  webhooks: loadWebhooks,
  gateway: loadGateway,
  bank: loadBank,
  migrate: (env) => readConfig(env, migration, eventLogProblems),
  // Its program reads addresses as it needs them.
  operator: (env) => env,
};

const secrets = newSecrets();

/** What the Secret of an installation holds under a key. */
function secretValue(key: string): string {
  if (key.startsWith('DATABASE_URL_')) return 'postgres://user:password@db.example.com:5432/name';
  if (key.startsWith('EVENT_KEY_')) return secrets.eventKeys[key] ?? '';
  const others: Readonly<Record<string, string>> = {
    REDIS_URL: 'rediss://user:password@redis.example.com:6379',
    SMTP_URL: 'smtps://user:password@mail.example.com',
    AUTH_KEY_PEPPER: secrets.keyPepper,
    AUTH_SECRET_KEY: secrets.authSecretKey,
    AUTH_AUDIT_KEY: secrets.authAuditKey,
    WEBHOOKS_SECRET_KEY: secrets.webhookSecretKey,
    LEDGER_SIGNING_KEY: secrets.ledgerSigningKey,
  };
  return others[key] ?? secrets.callbackSecret;
}

/** The environment of a container as the kubelet makes it. */
export function envOf(container: Manifest, read = secretValue): Record<string, string> {
  const env: Record<string, string> = {};
  for (const { name, value, valueFrom } of container.env) {
    const raw: string = value ?? read(valueFrom.secretKeyRef.key);
    env[name] = raw.replaceAll(/\$\(([A-Z_]+)\)/g, (all, other: string) => env[other] ?? all);
  }
  return env;
}

/** Every pod of ours, by its component. */
export function containersOf(objects: readonly Manifest[]): Map<string, Manifest> {
  const pods = objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  return new Map(
    pods.map(({ metadata, spec }) => [
      metadata.labels['app.kubernetes.io/component'],
      spec.template.spec.containers[0],
    ]),
  );
}

/** The settings of a program, as it reads them. */
export function loadSettings(name: string, env: EnvSource): Record<string, unknown> {
  try {
    return LOADERS[name]?.(withDatabaseTls(env)) ?? {};
  } catch (cause) {
    throw new Error(`${name}: ${(cause as Error).message}`, { cause });
  }
}

/** The settings of each program in these objects, as it reads them. */
export function settingsOf(
  objects: readonly Manifest[],
  read = secretValue,
): Map<string, Record<string, unknown>> {
  const programs = [...containersOf(objects)].filter(([name]) => name in LOADERS);
  return new Map(
    programs.map(([name, container]) => [name, loadSettings(name, envOf(container, read))]),
  );
}
