import { flag, integer, list, object, reply, text, time } from './schema.ts';

/** Accounts and what belongs to them. */
export const ACCOUNT_SCHEMAS = {
  Account: reply({
    id: text({ format: 'uuid' }),
    email: text(),
    name: text(),
    displayName: text({
      description: 'What payers see on the payment page; null: the name of the account.',
    }).nullable(),
    createdAt: time('Time of the sign-up.'),
    emailConfirmedAt: time('When its e-mail address was confirmed.').nullable(),
    receivesMail: flag('Whether mails are sent: false where the deployment has no mail server.'),
    twoFactor: flag('Whether log-in asks for a code.'),
    recoveryCodesLeft: integer({
      description: 'Recovery codes that were not used; null without two-factor authentication.',
    }).nullable(),
    language: text({ enum: ['pt-BR', 'en', null], description: 'Null: none chosen.' }).nullable(),
    frozenAt: time('Since when it is frozen by an operator.').nullable(),
    proofAt: time('When the password was last entered in this session.'),
  }),
  ConfirmedAccount: reply({ email: text() }),
  Session: reply({
    id: text({ format: 'uuid' }),
    createdAt: time('Time of the log-in.'),
    expiresAt: time('When it expires.'),
    lastSeenAt: time('Last use, to the minute.').nullable(),
    ip: text(),
    userAgent: text(),
    current: flag('Whether this is the session of the request.'),
  }),
  ApiKey: reply({
    id: text({ format: 'uuid' }),
    name: text(),
    prefix: text({ description: 'The first characters of the key, to recognize it.' }),
    scopes: list(text()),
    allowedIps: list(text(), { description: 'Empty: any address.' }),
    createdAt: time('Creation time.'),
    expiresAt: time('When it expires.').nullable(),
    lastUsedAt: time('Last use, accurate to a few seconds.').nullable(),
    revokedAt: time('When it was revoked.').nullable(),
    queryUseAt: time('When it was last sent in a query string, which proxies may log.').nullable(),
  }),
  AuditEntry: reply({
    id: text(),
    at: time('When it was done.'),
    action: text({ description: 'For example `key.created`.' }),
    actor: text({ description: '`account:<id>`, `key:<id>` or `operator`.' }),
    subject: text({ description: 'What it was done to, for example `key:<id>`.' }),
    detail: object(),
    ip: text({ description: 'Null: not recorded.' }).nullable(),
  }),
};
