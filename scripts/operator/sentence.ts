/** The advice that platform gives to clients of the API, which an operator cannot follow. */
const ADVICE_TO_CLIENTS = /Idempotency-Key/;

/** What went wrong, for the person at the keyboard. */
export function sentenceOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  if (ADVICE_TO_CLIENTS.test(message)) {
    return 'The service, or one that it needs, does not answer. Is npm start running?';
  }
  // A name with several addresses, none of which answers, fails with a code and without a message.
  return message || code || String(error);
}
