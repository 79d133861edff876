import type { Socket } from 'node:net';
import type { ChannelCredentials } from '@grpc/grpc-js';

/** A healthy peer speaks as soon as it has accepted a connection. */
const FIRST_BYTE_WAIT_MAX_MS = 3_000;

/**
 * A peer that accepts TCP and never speaks leaves grpc-js connecting for ever, even after it has
 * healed, and closing the channel leaves the connection open. Credentials are where grpc-js shows
 * a connection before it is used: one that stays mute is dropped, and the usual reconnecting goes on.
 */
export function impatient(credentials: ChannelCredentials): ChannelCredentials {
  const create = credentials._createSecureConnector.bind(credentials);
  credentials._createSecureConnector = (...target) => {
    const connector = create(...target);
    const connect = connector.connect.bind(connector);
    connector.connect = (socket) => {
      dropIfMute(socket);
      return connect(socket);
    };
    return connector;
  };
  return credentials;
}

function dropIfMute(socket: Socket): void {
  const timer = setTimeout(() => {
    if (socket.bytesRead === 0) socket.destroy(new Error('peer accepted but stays mute'));
  }, FIRST_BYTE_WAIT_MAX_MS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}
