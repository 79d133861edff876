import { errors } from './error-entry.ts';

/** Errors about who calls, and what the caller may do. */
export const ACCESS_ERRORS = {
  ...errors(400, {
    invalid_token: [
      'The link of a mail is invalid, was used before or has expired.',
      'Ask for a new one.',
    ],
  }),
  ...errors(401, {
    missing_api_key: ['No API key was sent.', 'Send `Authorization: Bearer <key>`.'],
    invalid_api_key: [
      'The API key is unknown, revoked, expired or of the other mode (test or live).',
      'Use a valid key from the dashboard of this deployment.',
    ],
    session_required: ['There is no session, or it has ended.', 'Log in with POST /api/session.'],
    two_factor_required: [
      'The password is right, and the account has two-factor authentication.',
      'Send the same request with `code`: of the authenticator, or a recovery code.',
    ],
    wrong_code: [
      'The code is wrong, was used before, or is too old.',
      'Send the code that the authenticator shows now, or another recovery code.',
    ],
    wrong_credentials: [
      'The e-mail address or the password is wrong.',
      'Correct the e-mail address or the password.',
    ],
  }),
  ...errors(403, {
    insufficient_scope: [
      'The API key lacks a scope.',
      'Use a key that has the scope named in the message.',
    ],
    account_frozen: [
      'The account is frozen: its keys are refused, and the dashboard only shows. Money that arrives is still credited.',
      'Contact the operators of this deployment.',
    ],
    ip_not_allowed: [
      'The API key may not be used from this IP address.',
      'Add the address to the `allowedIps` of a new key.',
    ],
    cross_site_request: [
      'The request was sent by another site, or might have been.',
      'Send it from the dashboard; a program sends `Content-Type: application/json`.',
    ],
    proof_required: [
      'The password was last entered too long ago for this request.',
      'Enter it again with POST /api/session/proof, then repeat the request.',
    ],
    two_factor_setup_required: [
      'This deployment requires two-factor authentication, which the account has not set up.',
      'Set it up with POST /api/two-factor.',
    ],
    permission_denied: ['Not permitted for this caller.', 'Do not send this request.'],
  }),
  ...errors(409, {
    two_factor_on: ['Two-factor authentication is on.', 'Turn it off first.'],
    two_factor_off: [
      'Two-factor authentication is not on, or its set-up was not begun.',
      'Begin with POST /api/two-factor.',
    ],
  }),
};
