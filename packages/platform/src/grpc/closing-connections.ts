import http2, { type Http2Session } from 'node:http2';

type Answered = (error: Error | null, durationMs: number, payload: Buffer) => void;

const { connect } = http2;
const NO_PAYLOAD = Buffer.alloc(8);

/**
 * Node refuses a ping on a connection that its peer is closing, while calls on it come to their end. grpc-js takes the
 * refusal for a dead peer and breaks these calls: a service that stopped as a ping was due failed requests. Such a
 * ping counts as answered; if the peer does die, a call ends by its deadline.
 */
export function keepWhileClosing(session: Http2Session): void {
  const ping = session.ping.bind(session) as (answered: Answered) => boolean;
  session.ping = (answered: unknown) => {
    if (!session.closed || session.destroyed) return ping(answered as Answered);
    process.nextTick(answered as Answered, null, 0, NO_PAYLOAD);
    return true;
  };
}

/** grpc-js opens its connections here and shows them to nobody. */
Object.assign(http2, {
  connect(...args: Parameters<typeof connect>) {
    const session = connect(...args);
    keepWhileClosing(session);
    return session;
  },
});
