/** The message says in one sentence what is invalid about a code or about the data to encode. */
export class BrCodeError extends Error {
  override readonly name = 'BrCodeError';
}
