import type { Words } from '../words/pt.ts';

type Failure = { readonly causeCode: string | null; readonly cause: string | null };

/** Why an attempt failed, in the person's language; the service's own sentence for what is new. */
export function causeText({ causeCode, cause }: Failure, words: Words): string {
  return (causeCode && words.deliveries.causes[causeCode]) || (cause ?? '');
}
