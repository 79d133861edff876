import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** Equal for requests with equal content, in whatever order their fields are written. */
export function fingerprint(method: string, path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${method}\n${path}\n${canonicalize(body)}`)
    .digest('hex');
}
