import { Agent } from 'undici';
import type { Signed } from './message.ts';

/** As long as Entrada waits. */
const RESPONSE_MAX_MS = 15_000;
const RESPONSE_BYTES_MAX = 65_536;

export type PostResult = {
  /** Null: there was no response. */
  readonly status: number | null;
  readonly ms: number;
  /** In plain words; empty: there was a response. */
  readonly problem: string;
};

export type Post = (message: Signed) => Promise<PostResult>;

/** Posts the way Entrada does: no redirects, one deadline for everything, a bounded response. */
export function openPost(url: string): Post & AsyncDisposable {
  const agent = new Agent({ allowH2: false });
  const { origin, pathname, search } = new URL(url);
  const post = async ({ body, headers }: Signed): Promise<PostResult> => {
    const begun = performance.now();
    const done = (status: number | null, problem = '') => ({
      status,
      ms: performance.now() - begun,
      problem,
    });
    try {
      const response = await agent.request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers: { ...headers },
        body,
        signal: AbortSignal.timeout(RESPONSE_MAX_MS),
      });
      let size = 0;
      for await (const chunk of response.body) {
        size += (chunk as Buffer).byteLength;
        if (size > RESPONSE_BYTES_MAX)
          return done(null, `answered more than ${RESPONSE_BYTES_MAX} bytes`);
      }
      return done(response.statusCode);
    } catch (error) {
      return done(null, problemOf(error));
    }
  };
  return Object.assign(post, { [Symbol.asyncDispose]: () => agent.close() });
}

function problemOf(error: unknown): string {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  if (name === 'TimeoutError') return `no response within ${RESPONSE_MAX_MS / 1_000} s`;
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (code === 'ENOTFOUND') return 'the host name does not resolve';
  return message ?? String(error);
}
