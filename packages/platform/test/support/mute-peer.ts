import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Accepts TCP connections and never says a word on them, not even after it has stopped listening. */
export async function startMutePeer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    sockets.push(socket.resume());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    openSockets: () => sockets.filter((socket) => !socket.closed).length,
    stopListening: () => server.close(),
    [Symbol.dispose]: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
