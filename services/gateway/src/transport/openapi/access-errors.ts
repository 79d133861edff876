import type { Reason } from '@entrada/contracts/reasons';

/** What is documented about an error code. */
export type ErrorEntry = {
  readonly statuses: readonly number[];
  readonly meaning: string;
  readonly todo: string;
  /** One message, as the service writes it; of a field, its name and what is wrong with it. */
  readonly sample: string | readonly [field: string, message: string];
};
type Words = readonly [meaning: string, todo: string, sample: ErrorEntry['sample']];

/** Errors about who calls, and what the caller may do. */
export const ACCESS_ERRORS = {
  ...errors(400, {
    invalid_token: [
      'The link of a mail is invalid, was used before or has expired.',
      'Ask for a new one.',
      'The link is invalid, was used before or has expired',
    ],
  }),
  ...errors(401, {
    missing_api_key: [
      'No API key was sent.',
      'Send `Authorization: Bearer <key>`.',
      'API key is required',
    ],
    invalid_api_key: [
      'The API key is unknown, revoked, expired or of the other mode (test or live).',
      'Use a valid key from the dashboard of this deployment.',
      'Invalid API key',
    ],
    session_required: [
      'There is no session, or it has ended.',
      'Log in with POST /api/session.',
      'Session required: POST /api/session',
    ],
    two_factor_required: [
      'The password is right, and the account has two-factor authentication.',
      'Send the same request with `code`: of the authenticator, or a recovery code.',
      'Two-factor code required',
    ],
    wrong_code: [
      'The code is wrong, was used before, or is too old.',
      'Send the code that the authenticator shows now, or another recovery code.',
      'Wrong two-factor code',
    ],
    wrong_credentials: [
      'The e-mail address or the password is wrong.',
      'Correct the e-mail address or the password.',
      'Wrong e-mail address or password',
    ],
  }),
  ...errors(403, {
    insufficient_scope: [
      'The API key lacks a scope.',
      'Use a key that has the scope named in the message.',
      'API key lacks the scope deposits:write',
    ],
    account_frozen: [
      'The account is frozen: its keys are refused, and the dashboard only shows. Money that arrives is still credited.',
      'Contact the operators of this deployment.',
      'Account is frozen',
    ],
    ip_not_allowed: [
      'The API key may not be used from this IP address.',
      'Add the address to the `allowedIps` of a new key.',
      'API key may not be used from this IP address',
    ],
    cross_site_request: [
      'The request was sent by another site, or might have been.',
      'Send it from the dashboard; a program sends `Content-Type: application/json`.',
      'Request was sent by another site',
    ],
    proof_required: [
      'The password was last entered too long ago for this request.',
      'Enter it again with POST /api/session/proof, then repeat the request.',
      'Password required again: POST /api/session/proof',
    ],
    two_factor_setup_required: [
      'This deployment requires two-factor authentication, which the account has not set up.',
      'Set it up with POST /api/two-factor.',
      'Two-factor authentication must be set up first: POST /api/two-factor',
    ],
    permission_denied: [
      'Not permitted for this caller.',
      'Do not send this request.',
      'Not permitted for this caller',
    ],
  }),
  ...errors(409, {
    two_factor_on: [
      'Two-factor authentication is on.',
      'Turn it off first.',
      'Two-factor authentication is already on',
    ],
    two_factor_off: [
      'Two-factor authentication is not on, or its set-up was not begun.',
      'Begin with POST /api/two-factor.',
      'Two-factor authentication is not set up',
    ],
  }),
};

export function errors<R extends Reason>(
  status: number | readonly number[],
  words: Readonly<Record<R, Words>>,
) {
  const statuses = [status].flat();
  const entries = Object.entries<Words>(words).map(([code, [meaning, todo, sample]]) => {
    return [code, { statuses, meaning, todo, sample }];
  });
  return Object.fromEntries(entries) as Record<R, ErrorEntry>;
}
