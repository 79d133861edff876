import { codeOnly } from '../requests/accounts.ts';
import { noFields } from '../requests/webhooks.ts';
import { operation } from './operation.ts';
import { list, text } from './schema.ts';

const REFUSALS = {
  401: ['wrong_code'],
  403: ['cross_site_request'],
  409: ['two_factor_off'],
};
const RECOVERY_CODES = {
  recoveryCodes: list(text(), {
    description: 'Each replaces one code of the authenticator, once. They are shown only now.',
  }),
};
const SHARED = { tag: 'Account', access: 'account', proof: true } as const;

export const TWO_FACTOR_PATHS = {
  '/api/two-factor': {
    post: operation({
      ...SHARED,
      id: 'beginTwoFactor',
      summary: 'Begin to set two-factor authentication up',
      description: 'Log-in does not ask for a code until the set-up is confirmed with one.',
      body: noFields,
      status: '201',
      reply: {
        secret: text({ description: 'In base 32, to type into an authenticator app.' }),
        otpauthUrl: text({ format: 'uri', description: 'The same as a QR code holds it.' }),
      },
      refusals: { 403: ['cross_site_request'], 409: ['two_factor_on'] },
    }),
    delete: operation({
      ...SHARED,
      id: 'disableTwoFactor',
      summary: 'Turn two-factor authentication off',
      body: codeOnly,
      refusals: REFUSALS,
    }),
  },
  '/api/two-factor/confirm': {
    post: operation({
      ...SHARED,
      id: 'confirmTwoFactor',
      summary: 'Turn two-factor authentication on, with a first code; ends all other sessions',
      body: codeOnly,
      reply: RECOVERY_CODES,
      refusals: { ...REFUSALS, 409: ['two_factor_off', 'two_factor_on'] },
    }),
  },
  '/api/two-factor/recovery-codes': {
    post: operation({
      ...SHARED,
      id: 'replaceRecoveryCodes',
      summary: 'Replace all recovery codes',
      body: codeOnly,
      reply: RECOVERY_CODES,
      refusals: REFUSALS,
    }),
  },
} as const;
