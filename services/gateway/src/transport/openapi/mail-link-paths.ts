import { emailConfirmation, resetConfirmation, resetRequest } from '../requests/accounts.ts';
import { noFields } from '../requests/webhooks.ts';
import { operation } from './operation.ts';
import { ref } from './schema.ts';

const CROSS_SITE = { 403: ['cross_site_request'] };
const BY_ANYONE = { tag: 'Account', access: 'public' } as const;

export const MAIL_LINK_PATHS = {
  '/api/password-reset': {
    post: operation({
      ...BY_ANYONE,
      id: 'requestPasswordReset',
      summary: 'Ask for a link to choose a new password, by mail',
      description:
        'The reply is the same for every address. The link is valid for 30 minutes, once.',
      body: resetRequest,
      status: '202',
      refusals: CROSS_SITE,
    }),
  },
  '/api/password-reset/confirm': {
    post: operation({
      ...BY_ANYONE,
      id: 'confirmPasswordReset',
      summary: 'Choose a new password with the token of the link; ends all sessions',
      body: resetConfirmation,
      refusals: {
        ...CROSS_SITE,
        400: ['invalid_token'],
        401: ['two_factor_required', 'wrong_code'],
      },
    }),
  },
  '/api/account/confirm-email': {
    post: operation({
      ...BY_ANYONE,
      id: 'confirmEmail',
      summary: 'Confirm the e-mail address with the token of the link',
      body: emailConfirmation,
      reply: { account: ref('ConfirmedAccount') },
      refusals: { ...CROSS_SITE, 400: ['invalid_token'] },
    }),
  },
  '/api/account/confirm-email/resend': {
    post: operation({
      tag: 'Account',
      access: 'account',
      id: 'resendConfirmation',
      summary: 'Send a new link to confirm the e-mail address; earlier ones become invalid',
      body: noFields,
      status: '202',
      refusals: CROSS_SITE,
    }),
  },
} as const;
