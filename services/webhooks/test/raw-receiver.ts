import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A receiver that says exactly these bytes, as hostile as they may be. */
export async function startRawReceiver(
  behave: (socket: Socket, request: string) => void,
): Promise<AsyncDisposable & { readonly url: string }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', (bytes) => behave(socket, bytes.toString()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Repeats some bytes for as long as the other side listens. */
export function endlessly(socket: Socket, bytes: string | Buffer, everyMs = 0): void {
  const timer = setInterval(() => {
    if (socket.writableLength < 1_048_576) socket.write(bytes);
  }, everyMs);
  socket.on('close', () => clearInterval(timer));
}
