/** Says in one sentence what is wrong with a code, or with what should become one. */
export class BrCodeError extends Error {
  override readonly name = 'BrCodeError';
}
