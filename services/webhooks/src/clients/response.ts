export const RESPONSE_BYTES_MAX = 65_536;
const KEPT_BYTES_MAX = 1_024;

/** Counts a response's bytes and keeps the first kilobyte. */
export function openResponseReader() {
  const kept: Buffer[] = [];
  let size = 0;
  return {
    /** False: the response is too long; stop reading. */
    take(chunk: Buffer): boolean {
      if (size < KEPT_BYTES_MAX) kept.push(chunk.subarray(0, KEPT_BYTES_MAX - size));
      size += chunk.byteLength;
      return size <= RESPONSE_BYTES_MAX;
    },
    isTooLong: () => size > RESPONSE_BYTES_MAX,
    /** What was kept, as text. NUL characters are replaced, because Postgres does not store them. */
    text: (): string =>
      kept.length === 0 ? '' : Buffer.concat(kept).toString().replaceAll('\u0000', '\ufffd'),
  };
}
