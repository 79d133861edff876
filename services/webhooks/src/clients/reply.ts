export const REPLY_BYTES_MAX = 65_536;
const KEPT_BYTES_MAX = 1_024;

/** Counts an answer's bytes and keeps the first kilobyte. */
export function openReplyReader() {
  const kept: Buffer[] = [];
  let size = 0;
  return {
    /** False: the answer is too long; stop reading. */
    take(chunk: Buffer): boolean {
      if (size < KEPT_BYTES_MAX) kept.push(chunk.subarray(0, KEPT_BYTES_MAX - size));
      size += chunk.byteLength;
      return size <= REPLY_BYTES_MAX;
    },
    isTooLong: () => size > REPLY_BYTES_MAX,
    /** What was kept, as text. NUL characters are replaced, because Postgres does not store them. */
    text: (): string =>
      kept.length === 0 ? '' : Buffer.concat(kept).toString().replaceAll('\u0000', '\ufffd'),
  };
}
