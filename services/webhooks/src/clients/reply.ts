export const REPLY_BYTES_MAX = 65_536;
const KEPT_BYTES_MAX = 1_024;

/** Counts an answer's bytes and keeps the first of them. */
export function openReplyReader() {
  const kept: Buffer[] = [];
  let size = 0;
  return {
    /** False: it is too long and not to be read on. */
    take(chunk: Buffer): boolean {
      if (size < KEPT_BYTES_MAX) kept.push(chunk.subarray(0, KEPT_BYTES_MAX - size));
      size += chunk.byteLength;
      return size <= REPLY_BYTES_MAX;
    },
    isTooLong: () => size > REPLY_BYTES_MAX,
    /** What was kept, as far as it is text; zero bytes are none that a database takes. */
    text: (): string =>
      kept.length === 0 ? '' : Buffer.concat(kept).toString().replaceAll('\u0000', '\ufffd'),
  };
}
