import type { Socket } from 'node:net';
import type { ChannelCredentials } from '@grpc/grpc-js';

/** A healthy peer sends its first bytes as soon as it has accepted a connection. */
const FIRST_BYTE_WAIT_MAX_MS = 3_000;

/**
 * A peer that accepts TCP and sends nothing leaves grpc-js connecting without end, even after it has
 * recovered, and closing the channel leaves the connection open. Credentials are where grpc-js exposes
 * a connection before it is used: a silent one is dropped, and grpc-js reconnects as usual.
 */
export function withHandshakeTimeout(credentials: ChannelCredentials): ChannelCredentials {
  const create = credentials._createSecureConnector.bind(credentials);
  credentials._createSecureConnector = (...target) => {
    const connector = create(...target);
    const connect = connector.connect.bind(connector);
    connector.connect = (socket) => {
      dropIfSilent(socket);
      return connect(socket);
    };
    return connector;
  };
  return credentials;
}

function dropIfSilent(socket: Socket): void {
  const timer = setTimeout(() => {
    if (socket.bytesRead === 0)
      socket.destroy(new Error('peer accepted the connection but sent nothing'));
  }, FIRST_BYTE_WAIT_MAX_MS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}
