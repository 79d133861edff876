import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { ConnectTimeout, openConnector } from './connector.ts';

const CONNECT_MAX_MS = 20;

test('no connection is made once looking up the host has taken all the time', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const destinations = {
    hostProblem: () => null,
    async addressesOf() {
      await setTimeout(5 * CONNECT_MAX_MS);
      return ['127.0.0.1'];
    },
  };
  const { connect } = openConnector({ destinations, connectMaxMs: CONNECT_MAX_MS });
  const options = { hostname: 'slow.example', protocol: 'http:', port: String(port) };

  const error = await new Promise((resolve) =>
    connect(options, (failure, socket) => {
      socket?.destroy();
      resolve(failure);
    }),
  );
  server.close();

  expect(error).toBeInstanceOf(ConnectTimeout);
});
