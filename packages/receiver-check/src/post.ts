import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { SignedMessage } from './message.ts';

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

export type Post = (message: SignedMessage) => Promise<PostResult>;

/** Posts the way Entrada does: no redirects, one deadline for everything, a bounded response. */
export function postTo(url: string): Post {
  const { request } = url.startsWith('https:') ? https : http;
  return async ({ body, headers }: SignedMessage): Promise<PostResult> => {
    const begun = performance.now();
    const done = (status: number | null, problem = '') => ({
      status,
      ms: performance.now() - begun,
      problem,
    });
    const signal = AbortSignal.timeout(RESPONSE_MAX_MS);
    try {
      // Each on a connection of its own: a receiver may close one that is kept.
      const sent = request(url, { method: 'POST', headers, agent: false, signal }).end(body);
      const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
      let size = 0;
      for await (const chunk of response) {
        size += (chunk as Buffer).byteLength;
        if (size > RESPONSE_BYTES_MAX)
          return done(null, `answered more than ${RESPONSE_BYTES_MAX} bytes`);
      }
      return done(response.statusCode ?? null);
    } catch (error) {
      if (signal.aborted) return done(null, `no response within ${RESPONSE_MAX_MS / 1_000} s`);
      return done(null, problemOf(error));
    }
  };
}

function problemOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (code === 'ENOTFOUND') return 'the host name does not resolve';
  return message ?? String(error);
}
