import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Line = AsyncDisposable & {
  readonly port: number;
  /** Every connection is dropped, and so is every new one. */
  cut(): void;
  /** Connections are accepted and nothing is ever said on them. */
  mute(): void;
  /** Open connections stay open and carry nothing more, new ones neither: the machine at the other end is lost. */
  freeze(): void;
  restore(): void;
};

/** A TCP line to a local server that a test can cut or silence while the server itself stays well. */
export async function openLine(targetPort: number): Promise<Line> {
  let state: 'open' | 'cut' | 'mute' | 'frozen' = 'open';
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  // Without a delay: a call through the line would take 40 ms longer, waiting for small packets to fill.
  const server = createServer({ noDelay: true }, (near) => {
    keep(near);
    if (state === 'cut') return near.destroy();
    if (state === 'mute' || state === 'frozen') return near.resume();
    const far = connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    keep(far);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    return near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const become = (next: typeof state) => () => {
    // An open line stays open: closing it would fail later calls.
    if (state === next) return;
    state = next;
    hangUp();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut: become('cut'),
    mute: become('mute'),
    freeze() {
      state = 'frozen';
      for (const socket of sockets) socket.unpipe().resume();
    },
    restore: become('open'),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      hangUp();
      await closed;
    },
  };
}
