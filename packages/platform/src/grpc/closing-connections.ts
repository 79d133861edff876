import http2, { type Http2Session } from 'node:http2';

type Answered = (error: Error | null, durationMs: number, payload: Buffer) => void;
type Ping = (...args: readonly unknown[]) => boolean;

const PATCHED = Symbol.for('entrada.http2-connect');
const NO_PAYLOAD = Buffer.alloc(8);

/**
 * Node refuses a ping on a connection that is being closed, while calls on it come to their end. grpc-js takes the
 * refusal for a dead peer and breaks these calls: a service that stopped as a ping was due failed requests. Such a
 * ping counts as answered; if the peer does die, a call ends by its deadline.
 */
export function keepWhileClosing(session: Http2Session): void {
  const ping = session.ping.bind(session) as Ping;
  session.ping = (...args: readonly unknown[]) => {
    if (!session.closed || session.destroyed) return ping(...args);
    process.nextTick(args.at(-1) as Answered, null, 0, NO_PAYLOAD);
    return true;
  };
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
      keepWhileClosing(session);
      return session;
    },
  });
}
