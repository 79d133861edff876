import { LIMITS } from '@entrada/contracts/limits';
import { z } from 'zod';
import { textField } from './http/fields.ts';
import { ipOf, originOf } from './http/request-context.ts';
import { noFields, route } from './http/route.ts';
import { flag, integer, list, ref, reply, text, time } from './openapi/schema.ts';

const { account: limits } = LIMITS;
/** Auth has the rule for new passwords; this only limits what is passed on. */
const PASSWORD_LENGTH_MAX = 1_024;
const TOKEN_LENGTH_MAX = 100;
const CODE_LENGTH_MAX = 40;

const email = textField(1, limits.emailLengthMax).meta({ format: 'email' });
const password = textField(1, PASSWORD_LENGTH_MAX).meta({ format: 'password' });
const newPassword = password.meta({
  minLength: limits.passwordLengthMin,
  maxLength: limits.passwordLengthMax,
  format: 'password',
});
const NOT_AN_EMAIL =
  'must be an e-mail address such as ana@shop.example, without accents or letters of other alphabets';
/** Only of a new account: log-in and password reset accept every address that an account may have. */
const newEmail = z
  .string()
  .normalize('NFKC')
  .trim()
  .max(limits.emailLengthMax)
  .regex(z.regexes.email, NOT_AN_EMAIL)
  .meta({ format: 'email' });
const language = z.enum(['pt-BR', 'en']);
const CODE = 'The code that the authenticator shows, or a recovery code.';
const code = textField(1, CODE_LENGTH_MAX).describe(CODE);
const token = textField(1, TOKEN_LENGTH_MAX).describe('From the link in the mail.');
const codeOnly = z.strictObject({ code });

export const ACCOUNT_SCHEMAS = {
  Account: reply({
    id: text({ format: 'uuid' }),
    email: text(),
    name: text(),
    displayName: text(
      'What payers see on the payment page; null: the name of the account.',
    ).nullable(),
    createdAt: time('Time of the sign-up.'),
    emailConfirmedAt: time('When its e-mail address was confirmed.').nullable(),
    receivesMail: flag('Whether mails are sent: false where the deployment has no mail server.'),
    twoFactor: flag('Whether log-in asks for a code.'),
    recoveryCodesLeft: integer(
      'Recovery codes that were not used; null without two-factor authentication.',
    ).nullable(),
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
};

const ACCOUNT = { account: ref('Account') };
const OWNER = { tag: 'Account', access: 'account' } as const;
const VISITOR = { tag: 'Account', access: 'public' } as const;
const PROOF_REFUSALS = { 401: ['wrong_credentials', 'two_factor_required', 'wrong_code'] };

/** The account of the dashboard, its sessions, and the proof that its owner is still present. */
export const ACCOUNT_ROUTES = [
  route({
    ...VISITOR,
    method: 'POST',
    path: '/api/account',
    id: 'signUp',
    summary: 'Sign up',
    description:
      'A registered address gets the same reply; the mail to it tells its owner. Repeated with the same password within ten minutes, it opens the account of the first request.',
    body: z.strictObject({
      email: newEmail,
      password: newPassword,
      name: textField(1, limits.nameLengthMax),
      language: language.optional().describe('Language of mails; default: Portuguese.'),
    }),
    status: 201,
    reply: ACCOUNT,
    headers: ['Set-Cookie'],
    async handle({ app, cookie, request, response, body }) {
      const opened = await app.createAccount({ ...body, origin: originOf(request) });
      cookie.set(response, opened.token);
      return { account: opened.account };
    },
  }),
  route({
    ...OWNER,
    method: 'GET',
    path: '/api/account',
    id: 'getAccount',
    summary: 'Get the account that is logged in, and its terms',
    reply: { ...ACCOUNT, terms: ref('AccountTerms').nullable() },
    async handle({ app, cookie, request }) {
      // As auth knows it now: the session may be cached since before a change.
      const known = cookie.read(request);
      const { account } = await app.authenticateSession(known, ipOf(request), { fresh: true });
      return { account, terms: await app.getOwnTerms(account.id) };
    },
  }),
  route({
    ...OWNER,
    method: 'PATCH',
    path: '/api/account',
    id: 'updateAccount',
    summary: 'Change the name, the name that payers see or the language of mails',
    body: z.strictObject({
      name: textField(1, limits.nameLengthMax).optional(),
      language: language
        .nullable()
        .optional()
        .describe('Language of mails; null: none chosen, which is Portuguese.'),
      displayName: textField(1, limits.nameLengthMax)
        .nullable()
        .optional()
        .describe('What payers see on the payment page; null: the name of the account.'),
    }),
    reply: ACCOUNT,
    refusals: { 403: ['account_frozen'] },
    async handle({ app, session, body }) {
      const { id: accountId, proofAt } = session.account;
      return { account: await app.updateAccount({ accountId, proofAt, ...body }) };
    },
  }),
  route({
    ...OWNER,
    method: 'POST',
    path: '/api/account/password',
    id: 'changePassword',
    summary: 'Change the password and end all other sessions',
    proof: true,
    body: z.strictObject({ oldPassword: password, newPassword }),
    refusals: { 401: ['wrong_credentials'] },
    handle: ({ app, accountId, session: { sessionId }, request, body }) =>
      app.changePassword({ accountId, sessionId, ...body, origin: originOf(request) }),
  }),
  route({
    ...VISITOR,
    method: 'POST',
    path: '/api/session',
    id: 'logIn',
    summary: 'Log in',
    body: z.strictObject({
      email,
      password,
      code: code.optional().describe(`${CODE} Required while two-factor authentication is on.`),
    }),
    reply: ACCOUNT,
    headers: ['Set-Cookie'],
    refusals: PROOF_REFUSALS,
    async handle({ app, cookie, request, response, body }) {
      const opened = await app.logIn({ ...body, origin: originOf(request) });
      cookie.set(response, opened.token);
      return { account: opened.account };
    },
  }),
  route({
    ...OWNER,
    method: 'DELETE',
    path: '/api/session',
    id: 'logOut',
    summary: 'Log out',
    async handle({ app, accountId, session: { sessionId }, cookie, response }) {
      await app.revokeSession({ accountId, sessionId });
      cookie.clear(response);
    },
  }),
  route({
    ...OWNER,
    method: 'POST',
    path: '/api/session/proof',
    id: 'proveSession',
    summary: 'Confirm the password, and the code if two-factor authentication is on',
    description:
      'Refunds, new keys, secrets, new or changed webhooks and security settings require it when the password was last entered too long ago.',
    body: z.strictObject({ password, code: code.optional() }),
    reply: { proofAt: time('When the password was entered.') },
    refusals: PROOF_REFUSALS,
    handle: ({ app, accountId, session: { sessionId }, request, body }) =>
      app.proveSession({ accountId, sessionId, ...body, origin: originOf(request) }),
  }),
  route({
    ...OWNER,
    method: 'GET',
    path: '/api/sessions',
    id: 'listSessions',
    summary: 'List the active sessions',
    reply: { sessions: list(ref('Session')) },
    async handle({ app, accountId, session: { sessionId } }) {
      const sessions = await app.listSessions(accountId);
      return { sessions: sessions.map((one) => ({ ...one, current: one.id === sessionId })) };
    },
  }),
  route({
    ...OWNER,
    method: 'POST',
    path: '/api/sessions/revoke-others',
    id: 'endOtherSessions',
    summary: 'End every session but this one',
    body: noFields,
    reply: { count: integer('How many were ended.') },
    handle: ({ app, accountId, session: { sessionId } }) =>
      app.revokeOtherSessions({ accountId, sessionId }),
  }),
  route({
    ...OWNER,
    method: 'DELETE',
    path: '/api/sessions/{sessionId}',
    id: 'endSession',
    summary: 'End a session',
    handle: ({ app, accountId, params }) => app.revokeSession({ accountId, ...params }),
  }),
];

/** For the links of our mails: a new password, and the confirmation of the address. */
export const MAIL_LINK_ROUTES = [
  route({
    ...VISITOR,
    method: 'POST',
    path: '/api/password-reset',
    id: 'requestPasswordReset',
    summary: 'Ask for a link to choose a new password, by mail',
    description: 'The reply is the same for every address. The link is valid for 30 minutes, once.',
    body: z.strictObject({ email }),
    status: 202,
    handle: ({ app, request, body }) =>
      app.requestPasswordReset({ ...body, origin: originOf(request) }),
  }),
  route({
    ...VISITOR,
    method: 'POST',
    path: '/api/password-reset/confirm',
    id: 'confirmPasswordReset',
    summary: 'Choose a new password with the token of the link; ends all sessions',
    body: z.strictObject({ token, newPassword, code: code.optional() }),
    refusals: { 400: ['invalid_token'], 401: ['two_factor_required', 'wrong_code'] },
    handle: ({ app, request, body }) =>
      app.confirmPasswordReset({ ...body, origin: originOf(request) }),
  }),
  route({
    ...VISITOR,
    method: 'POST',
    path: '/api/account/confirm-email',
    id: 'confirmEmail',
    summary: 'Confirm the e-mail address with the token of the link',
    body: z.strictObject({ token }),
    reply: { account: ref('ConfirmedAccount') },
    refusals: { 400: ['invalid_token'] },
    handle: async ({ app, body }) => ({ account: await app.confirmEmail(body) }),
  }),
  route({
    ...OWNER,
    method: 'POST',
    path: '/api/account/confirm-email/resend',
    id: 'resendConfirmation',
    summary: 'Send a new link to confirm the e-mail address; earlier ones become invalid',
    body: noFields,
    status: 202,
    handle: ({ app, accountId }) => app.resendConfirmation(accountId),
  }),
];

const TWO_FACTOR = { ...OWNER, proof: true } as const;
const CODE_REFUSALS = { 401: ['wrong_code'], 409: ['two_factor_off'] };
const RECOVERY_CODES = {
  recoveryCodes: list(
    text(),
    'Each replaces one code of the authenticator, once. They are shown only now.',
  ),
};

/** Codes of an authenticator app besides the password. */
export const TWO_FACTOR_ROUTES = [
  route({
    ...TWO_FACTOR,
    method: 'POST',
    path: '/api/two-factor',
    id: 'beginTwoFactor',
    summary: 'Begin to set two-factor authentication up',
    description: 'Log-in does not ask for a code until the set-up is confirmed with one.',
    body: noFields,
    status: 201,
    reply: {
      secret: text('In base 32, to type into an authenticator app.'),
      otpauthUrl: text({ format: 'uri', description: 'The same as a QR code holds it.' }),
    },
    refusals: { 409: ['two_factor_on'] },
    handle: ({ app, accountId }) => app.beginTwoFactor(accountId),
  }),
  route({
    ...TWO_FACTOR,
    method: 'DELETE',
    path: '/api/two-factor',
    id: 'disableTwoFactor',
    summary: 'Turn two-factor authentication off',
    body: codeOnly,
    refusals: CODE_REFUSALS,
    handle: ({ app, accountId, request, body }) =>
      app.disableTwoFactor({ accountId, ...body, origin: originOf(request) }),
  }),
  route({
    ...TWO_FACTOR,
    method: 'POST',
    path: '/api/two-factor/confirm',
    id: 'confirmTwoFactor',
    summary: 'Turn two-factor authentication on, with a first code; ends all other sessions',
    body: codeOnly,
    reply: RECOVERY_CODES,
    refusals: { ...CODE_REFUSALS, 409: ['two_factor_off', 'two_factor_on'] },
    handle: ({ app, accountId, session: { sessionId }, request, body }) =>
      app.confirmTwoFactor({ accountId, sessionId, ...body, origin: originOf(request) }),
  }),
  route({
    ...TWO_FACTOR,
    method: 'POST',
    path: '/api/two-factor/recovery-codes',
    id: 'replaceRecoveryCodes',
    summary: 'Replace all recovery codes',
    body: codeOnly,
    reply: RECOVERY_CODES,
    refusals: CODE_REFUSALS,
    handle: ({ app, accountId, request, body }) =>
      app.replaceRecoveryCodes({ accountId, ...body, origin: originOf(request) }),
  }),
];
