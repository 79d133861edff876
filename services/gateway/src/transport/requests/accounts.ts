import { LIMITS } from '@entrada/contracts/limits';
import { z } from 'zod';
import { isInOrder, listQuery, NOT_IN_ORDER, text, time } from './fields.ts';

const { account, apiKey } = LIMITS;
/** Auth has the rule for new passwords; this only limits what is passed on. */
const PASSWORD_LENGTH_MAX = 1_024;
const TOKEN_LENGTH_MAX = 100;
const CODE_LENGTH_MAX = 40;
const ACTION_LENGTH_MAX = 64;
const SCOPES_MAX = 20;
const SCOPE_LENGTH_MAX = 40;
const IP_LENGTH_MAX = 64;
const OVERLAP_DEFAULT_SECONDS = 86_400;

const email = text(1, account.emailLengthMax).meta({ format: 'email' });
const password = text(1, PASSWORD_LENGTH_MAX).meta({ format: 'password' });
const newPassword = password.meta({
  minLength: account.passwordLengthMin,
  maxLength: account.passwordLengthMax,
  format: 'password',
});

const NOT_AN_EMAIL =
  'must be an e-mail address such as ana@shop.example, without accents or letters of other alphabets';
/** Only of a new account: log-in and password reset take whatever address an account has. */
const newEmail = z
  .string()
  .normalize('NFKC')
  .trim()
  .max(account.emailLengthMax)
  .regex(z.regexes.email, NOT_AN_EMAIL)
  .meta({ format: 'email' });
const language = z.enum(['pt-BR', 'en']);

export const newAccount = z.strictObject({
  email: newEmail,
  password: newPassword,
  name: text(1, account.nameLengthMax),
  language: language.optional().describe('Language of mails; default: Portuguese.'),
});
const code = text(1, CODE_LENGTH_MAX).describe(
  'The code that the authenticator shows, or a recovery code.',
);
export const credentials = z.strictObject({
  email,
  password,
  code: code
    .optional()
    .describe(
      'The code that the authenticator shows, or a recovery code. Required while two-factor authentication is on.',
    ),
});
const token = text(1, TOKEN_LENGTH_MAX).describe('From the link in the mail.');
export const resetRequest = z.strictObject({ email });
export const resetConfirmation = z.strictObject({ token, newPassword, code: code.optional() });
export const emailConfirmation = z.strictObject({ token });
export const codeOnly = z.strictObject({ code });
export const accountChanges = z.strictObject({
  name: text(1, account.nameLengthMax).optional(),
  language: language
    .nullable()
    .optional()
    .describe('Language of mails; null: none chosen, which is Portuguese.'),
  displayName: text(1, account.nameLengthMax)
    .nullable()
    .optional()
    .describe('What payers see on the payment page; null: the name of the account.'),
});
export const proof = z.strictObject({ password, code: code.optional() });
export const auditQuery = z
  .strictObject({
    action: text(1, ACTION_LENGTH_MAX)
      .optional()
      .describe('Only lines of this action, such as `key.created`.'),
    ...listQuery,
  })
  .refine(isInOrder, NOT_IN_ORDER);
export const passwordChange = z.strictObject({ oldPassword: password, newPassword });

/** Strict: a misspelt restriction must not create a key without it. */
export const newKey = z.strictObject({
  name: text(1, apiKey.nameLengthMax),
  scopes: z
    .array(text(1, SCOPE_LENGTH_MAX))
    .min(1)
    .max(SCOPES_MAX)
    .optional()
    .describe('Default: all scopes.'),
  expiresAt: time.optional(),
  allowedIps: z
    .array(text(1, IP_LENGTH_MAX))
    .max(apiKey.allowedIpsMax)
    .optional()
    .describe('IP addresses or CIDR ranges; default, or if empty: any address.'),
});
export const keyChanges = z.strictObject({ name: text(1, apiKey.nameLengthMax) });
export const rotation = z.strictObject({
  overlapSeconds: z
    .number()
    .int()
    .min(0)
    .max(apiKey.overlapSecondsMax)
    .default(OVERLAP_DEFAULT_SECONDS),
});
