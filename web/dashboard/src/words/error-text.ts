import { EntradaError } from '@entrada/client/entrada-error';
import type { Words } from './pt.ts';

type Problem = EntradaError['fields'][number];

const MS = 1_000;

/** What happened, in the person's language; a code that has no words yet is shown as the API said it. */
export function errorText(error: unknown, words: Words): string {
  if (!(error instanceof EntradaError)) return words.errors.internal_error;
  const known: Readonly<Record<string, string>> = words.errors;
  const text = known[error.code] ?? error.message;
  const { status, retryAfterMs } = error;
  const hasWait = status === 429 && retryAfterMs !== undefined;
  return hasWait ? `${text} ${words.common.waitSeconds(Math.ceil(retryAfterMs / MS))}` : text;
}

/** What is wrong with a field. A code of the whole error says more, unless it only points at the fields. */
export function fieldErrorText(
  error: EntradaError,
  { code, message }: Problem,
  words: Words,
): string {
  if (error.code !== 'invalid_request') return errorText(error, words);
  const known: Readonly<Record<string, string>> = words.fieldErrors;
  return (code && known[code]) || message;
}
