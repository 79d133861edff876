import { LIMITS } from '@entrada/contracts/limits';
import { AppError, fieldError, type Reason } from '@entrada/platform/errors/app-error';

const { externalIdLengthMax, descriptionLengthMax, refundReasonLengthMax } = LIMITS.charge;

const CONTROL_CHARACTER = /\p{Cc}/u;

/** Free text of a client: null when there is none. */
function clientText(field: string, lengthMax: number, reason: Reason) {
  return (input: string): string | null => {
    if (input === '') return null;
    if (input.length > lengthMax || CONTROL_CHARACTER.test(input)) {
      const wanted = `must have at most ${lengthMax} characters and no control characters`;
      throw fieldError(field, wanted, { reason });
    }
    return input;
  };
}

export const parseExternalId = clientText('externalId', externalIdLengthMax, 'invalid_external_id');
export const parseDescription = clientText(
  'description',
  descriptionLengthMax,
  'invalid_description',
);
export const parseReason = clientText('reason', refundReasonLengthMax, 'invalid_reason');

/** Names one request of a client, so that it can be repeated safely. */
export type Idempotency = { readonly key: string; readonly fingerprint: string };

const parseKey = clientText(
  'Idempotency-Key',
  LIMITS.idempotencyKeyLengthMax,
  'invalid_idempotency_key',
);
const parseFingerprint = clientText(
  'fingerprint',
  LIMITS.idempotencyKeyLengthMax,
  'invalid_request',
);

export function parseIdempotency(
  input: { readonly key: string; readonly fingerprint: string } | null,
): Idempotency | null {
  const key = parseKey(input?.key ?? '');
  return key === null
    ? null
    : { key, fingerprint: parseFingerprint(input?.fingerprint ?? '') ?? '' };
}

/** For what must never happen twice because a reply was lost. */
export function requireIdempotency(
  input: { readonly key: string; readonly fingerprint: string } | null,
): Idempotency {
  const idempotency = parseIdempotency(input);
  if (idempotency) return idempotency;
  throw fieldError('Idempotency-Key', 'is required for a refund', {
    reason: 'idempotency_key_required',
  });
}

export function keyReused(): AppError {
  return new AppError('KEY_REUSED', 'Idempotency-Key was used for another request', {
    reason: 'idempotency_key_reused',
  });
}

export function stillRunning(): AppError {
  return new AppError('CONFLICT', 'A request with this Idempotency-Key is still in progress', {
    reason: 'idempotency_in_progress',
  });
}

/** Pairs of texts that a client keeps with a charge. */
export type Metadata = Readonly<Record<string, string>>;

const { pairsMax, keyLengthMax, valueLengthMax } = LIMITS.charge.metadata;

export function parseMetadata(input: Metadata): Metadata {
  const pairs = Object.entries(input);
  if (pairs.length > pairsMax) throw fieldError('metadata', `must have at most ${pairsMax} pairs`);
  for (const [key, value] of pairs) {
    if (!isText(key, keyLengthMax) || key === '' || !isText(value, valueLengthMax)) {
      const wanted = `must have keys of 1 to ${keyLengthMax} and values of at most ${valueLengthMax} characters, without control characters`;
      throw fieldError('metadata', wanted);
    }
  }
  return input;
}

function isText(text: string, lengthMax: number): boolean {
  return text.length <= lengthMax && !CONTROL_CHARACTER.test(text);
}
