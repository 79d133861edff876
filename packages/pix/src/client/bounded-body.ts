import { PixError } from './pix-error.ts';

/** A page of a thousand payments fits, each with several refunds. */
const RESPONSE_BYTES_MAX = 4 * 1024 * 1024;

type ReplyBody = AsyncIterable<Uint8Array> & { destroy(): unknown };

/** Reads the response as text and closes the connection when it exceeds the limit. */
export async function readBounded(body: ReplyBody): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > RESPONSE_BYTES_MAX) {
      body.destroy();
      throw new PixError('bad-response', `The bank sent more than ${RESPONSE_BYTES_MAX} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size).toString('utf8');
}
