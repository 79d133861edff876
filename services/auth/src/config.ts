import {
  databaseSettings,
  grpcServerSettings,
  modeSettings,
  processSettings,
} from '@entrada/platform/config/common-settings';
import {
  type ConfigOf,
  choice,
  type EnvSource,
  encryptionKey,
  forTests,
  integer,
  optional,
  plainHttp,
  readConfig,
  secretBytes,
  text,
  url,
} from '@entrada/platform/config/settings';
import { identitySettings } from '@entrada/platform/identity/identity';

export const settings = {
  ...processSettings,
  ...identitySettings,
  ...grpcServerSettings,
  ...databaseSettings('AUTH'),
  ...modeSettings,
  keyPepper: secretBytes('AUTH_KEY_PEPPER', 'secret for the HMAC of API keys'),
  keyPepperPrevious: optional(
    secretBytes(
      'AUTH_KEY_PEPPER_PREVIOUS',
      'previous value of AUTH_KEY_PEPPER, while keys stored under it are in use',
    ),
  ),
  secretKey: encryptionKey(
    'AUTH_SECRET_KEY',
    'key that encrypts two-factor secrets and unsent mails',
  ),
  secretKeyPrevious: optional(
    encryptionKey(
      'AUTH_SECRET_KEY_PREVIOUS',
      'the key before, while secrets that it encrypted are moved to AUTH_SECRET_KEY, or the next one, before it is used',
    ),
  ),
  auditKey: secretBytes('AUTH_AUDIT_KEY', 'key of the MACs of the audit log'),
  auditKeyPrevious: optional(
    secretBytes(
      'AUTH_AUDIT_KEY_PREVIOUS',
      'the key before, for good: lines that it proves stay in the audit log',
    ),
  ),
  operatorApproval: choice(
    'OPERATOR_APPROVAL',
    'whether a second operator has to approve decisions about money; always required in live mode',
    ['required', 'off'],
    {
      fallback: 'off',
      liveProblem: (value) =>
        value === 'off' ? 'must not be off in live mode: leave it out' : undefined,
    },
  ),
  auditHeadFile: optional(
    text(
      'AUDIT_HEAD_FILE',
      'file to which each new end of the audit log is appended, outside the database; it reveals a log that was cut short',
    ),
  ),
  smtpUrl: optional(
    url(
      'SMTP_URL',
      'mail server, with user and password if it needs them; without it no mail is sent',
      {
        protocols: ['smtp:', 'smtps:'],
      },
    ),
  ),
  mailFrom: text('MAIL_FROM', 'sender of mails', {
    fallback: 'Entrada <no-reply@entrada.example>',
  }),
  publicBaseUrl: url('PUBLIC_BASE_URL', 'base URL of links in mails', {
    protocols: ['http:', 'https:'],
    fallback: 'http://localhost:8080',
    liveProblem: plainHttp,
  }),
  attemptsPerAddressMax: forTests(
    integer(
      'AUTH_ATTEMPTS_PER_ADDRESS_MAX',
      'wrong passwords allowed per e-mail address in 15 minutes',
      { fallback: 10, min: 1, max: 1_000_000 },
    ),
  ),
  attemptsPerIpMax: forTests(
    integer('AUTH_ATTEMPTS_PER_IP_MAX', 'wrong passwords allowed per IP address in 15 minutes', {
      fallback: 100,
      min: 1,
      max: 1_000_000,
    }),
  ),
};

const liveSettings = {
  ...settings,
  operatorApproval: { ...settings.operatorApproval, fallback: 'required' as const },
};

export function loadConfig(source: EnvSource) {
  return readConfig(source, source.MODE === 'live' ? liveSettings : settings, (config) => [
    ...mailProblems(source, config),
  ]);
}

type Values = Partial<ConfigOf<typeof settings>>;

/** In live mode nobody should get mails from, or links to, an example. */
function mailProblems(source: EnvSource, config: Values): string[] {
  if (!config.smtpUrl || config.mode !== 'live') return [];
  const missing = ['MAIL_FROM', 'PUBLIC_BASE_URL'].filter((name) => !source[name]);
  return missing.map((name) => `${name} is required with SMTP_URL in live mode`);
}

export type Config = ReturnType<typeof loadConfig>;
