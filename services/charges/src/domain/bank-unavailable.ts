import { PROVIDER_UNAVAILABLE } from '@entrada/contracts/reasons';
import { AppError, type ErrorCode } from '@entrada/platform/errors/app-error';

type Code = Extract<ErrorCode, 'BAD_UPSTREAM' | 'UNAVAILABLE' | 'TIMEOUT'>;

/** What API clients read whenever the bank fails us. The cause is for our own logs. */
export function bankUnavailable(code: Code, cause?: unknown): AppError {
  return new AppError(code, PROVIDER_UNAVAILABLE, {
    reason: 'provider_unavailable',
    cause,
  });
}
