import { type Limits, type Outcome, outcomeOf, type PostResult } from './post-result.ts';

/** What went wrong, in plain words; null: it was delivered. */
export function causeOfFailure(result: PostResult, limits: Limits): string | null {
  return causeOf(result, outcomeOf(result), limits);
}

/** What went wrong, for the owner of the receiver who has to fix it. */
export function causeOf(result: PostResult, outcome: Outcome, limits: Limits): string | null {
  const { statusCode } = result;
  const detail = result.kind === 'failed' ? result.detail : null;
  switch (outcome) {
    case 'delivered':
      return null;
    case 'gone':
      return 'answered 410: the receiver says that it is gone for good';
    case 'redirected':
      return `answered ${statusCode}; we do not follow redirects`;
    case 'rejected':
      return `answered ${statusCode}`;
    case 'timeout':
      return detail ?? lateness(statusCode, limits.timeoutMs / 1_000);
    case 'refused':
      return detail ?? 'the connection was refused';
    case 'unresolved':
      return 'the host name does not resolve';
    case 'blocked':
      return detail ?? 'the host is not an allowed destination';
    case 'insecure':
      return detail ?? 'the TLS connection could not be trusted';
    case 'reset':
      return 'the connection was closed before the response was complete';
    case 'too_long':
      return `answered ${statusCode} with more than ${limits.responseBytesMax} bytes`;
    case 'malformed':
      return 'the response was not valid HTTP';
    case 'unopened':
      return 'the signing secret could not be read on our side; nothing was sent';
  }
}

function lateness(statusCode: number | null, seconds: number): string {
  return statusCode === null
    ? `no response within ${seconds} s`
    : `answered ${statusCode}, but the response did not end within ${seconds} s`;
}
