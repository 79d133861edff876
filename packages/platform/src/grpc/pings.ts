import http2, { type Http2Session } from 'node:http2';

/** A machine that is lost closes no connection: one on which a ping is not answered in this time is broken. */
const ANSWER_MAX_MS = 3_000;
/** Of servers, which do not wait for lost clients: clients may stall longer without a call being broken. */
export const CLIENT_ANSWER_MAX_MS = 5_000;

/** Longer than any wait: grpc-js would end its wait with the first look at a clock after a stall, before it reads the answer. */
export const PING_OPTIONS = { 'grpc.keepalive_timeout_ms': 2_147_483_647 };

type PingCallback = (error: Error | null, durationMs: number, payload: Buffer) => void;
type Ping = (...args: readonly unknown[]) => boolean;

const PATCHED = Symbol.for('entrada.http2-connect');
const NO_PAYLOAD = Buffer.alloc(8);

/**
 * Node refuses a ping on a connection that is being closed, while calls on it come to their end. grpc-js takes the
 * refusal for a dead peer and breaks these calls: a service that stopped as a ping was due failed requests. Such a
 * ping counts as answered; if the peer does die, a call ends by its deadline.
 */
export function watchPings(session: Http2Session, answerMaxMs = ANSWER_MAX_MS): void {
  const ping = session.ping.bind(session) as Ping;
  session.ping = ((...args: readonly unknown[]) => {
    const done = args.at(-1) as PingCallback;
    if (session.closed && !session.destroyed) {
      process.nextTick(done, null, 0, NO_PAYLOAD);
      return true;
    }
    return ping(...args.slice(0, -1), orLate(done, answerMaxMs));
  }) as typeof session.ping;
}

/**
 * Waits in two parts: a stall of this process, however long, ends one of them, and the answer is read during the other.
 * What has come in by then is read before the wait ends.
 */
function orLate(done: PingCallback, maxMs: number): PingCallback {
  let isOpen = true;
  const end: PingCallback = (...result) => {
    if (!isOpen) return;
    isOpen = false;
    clearTimeout(timer);
    done(...result);
  };
  const late = () => end(new Error('the peer answered no ping'), maxMs, NO_PAYLOAD);
  let timer = setTimeout(() => {
    timer = setTimeout(() => setImmediate(late), maxMs / 2).unref();
  }, maxMs / 2).unref();
  return end;
}

/** For connections that are opened from now on: grpc-js opens its own here and shows them to nobody. */
export function patchHttp2Connect(): void {
  const patched = http2 as typeof http2 & { [PATCHED]?: true };
  if (patched[PATCHED]) return;
  const { connect } = http2;
  Object.assign(patched, {
    [PATCHED]: true,
    connect(...args: Parameters<typeof connect>) {
      const session = connect(...args);
      watchPings(session);
      return session;
    },
  });
}
